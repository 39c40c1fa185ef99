import { Elysia } from 'elysia'
import { piecesReply } from '#server/http/body/pieces.ts'
import { CompressedJson } from '#server/http/replies/compressed-json.ts'
import { chargeReply } from '#server/http/replies/reply-meter.ts'
import { type Identity, session } from '#server/http/session.ts'
import { Listing } from '#shared/directory/api-contract.ts'
import { createListing, type ListingDeps } from './listed-investors-api.ts'

/** For callers without contacts: the five minutes of the specification. */
const FIVE_MINUTES = 'private, max-age=300'

export const listingRoutes = ({ identity, ...deps }: ListingDeps & { identity: Identity }) => {
  const listingFor = createListing(deps)
  return new Elysia({ name: 'listing', prefix: '/api' }).use(session(identity)).get(
    '/airtable/vcs',
    async ({ caller, request }) => {
      const listing = await listingFor(caller.principalId)
      if (listing instanceof CompressedJson) return listing.reply(request, FIVE_MINUTES)
      // The next user of this browser requests the same URL: a cache would reply with the contacts.
      chargeReply(request, listing.bytes)
      return piecesReply(listing.pieces(), request)
    },
    { anyone: true, response: Listing },
  )
}
