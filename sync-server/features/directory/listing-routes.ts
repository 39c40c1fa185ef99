import { Elysia } from 'elysia'
import { jsonReply } from '#server/http/encoding.ts'
import { PackedJson } from '#server/http/packed-json.ts'
import { type Identity, session } from '#server/http/session.ts'
import { Listing } from '#shared/directory/calls.ts'
import { createListing, type ListingDeps } from './listing.ts'

/** A record may hold a contact, so only the caller's own browser keeps it, for the five minutes of the specification. */
const OWN_FIVE_MINUTES = 'private, max-age=300'

export const listingRoutes = ({ identity, ...deps }: ListingDeps & { identity: Identity }) => {
  const listingFor = createListing(deps)
  return new Elysia({ name: 'listing', prefix: '/api' }).use(session(identity)).get(
    '/airtable/vcs',
    async ({ caller, request }) => {
      const listing = await listingFor(caller.principalId)
      if (listing instanceof PackedJson) return listing.reply(request, OWN_FIVE_MINUTES)
      return jsonReply(listing, request, OWN_FIVE_MINUTES)
    },
    { caller: true, response: Listing },
  )
}
