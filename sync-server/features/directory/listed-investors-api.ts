import type { Database } from '#server/database/client.ts'
import { CompressedJson } from '#server/http/replies/compressed-json.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { presentRecord } from './present-listed-record.ts'
import { findListingVersion, listNewest } from './queries.ts'
import { type WrittenListing, withContacts, writeListing } from './written-listing.ts'

export type ListingDeps = { db: Database; listContacts: (principalId: PrincipalId) => Promise<Contact[]> }

type Read = { version: string; written: WrittenListing; packed: CompressedJson }

/** The reply for a caller who owns contacts of the listing. */
type OwnListing = {
  /** Size of the reply without the contacts. */
  bytes: number
  pieces: () => Uint8Array[]
}

/**
 * The external listing as callers see it: one compressed reply is shared by all callers without contacts.
 *
 * It is read again only when a record has changed. The endpoint is public and unlimited, and building ten megabytes per request
 * would block the node.
 */
export function createListing({ db, listContacts }: ListingDeps) {
  let latest: Read | undefined
  let reading: Promise<Read> | undefined

  async function readAgain(): Promise<Read> {
    // The version is read before the rows: after a change in between, the next caller reads once more.
    const version = await findListingVersion(db)
    if (latest?.version === version) return latest
    const written = writeListing((await listNewest(db)).map(presentRecord))
    latest = { version, written, packed: new CompressedJson(written.json) }
    return latest
  }

  const read = () => {
    reading ??= readAgain().finally(() => {
      reading = undefined
    })
    return reading
  }

  /** The reply for one caller: compressed for most, with their contacts for those who unlocked some. */
  return async function listingFor(principalId: PrincipalId | undefined): Promise<CompressedJson | OwnListing> {
    const { written, packed } = await read()
    const owned = principalId ? await listContacts(principalId) : []
    if (!owned.some(({ id }) => written.places.has(id))) return packed
    return { bytes: written.json.length, pieces: () => withContacts(written, owned) }
  }
}
