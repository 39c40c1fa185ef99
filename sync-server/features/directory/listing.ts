import type { Database } from '#server/db.ts'
import { PackedJson } from '#server/http/packed-json.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import type { Listing, ListingRecord } from '#shared/directory/calls.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { presentRecord, withContact } from './present-record.ts'
import { findListingVersion, listNewest } from './queries.ts'

export type ListingDeps = { db: Database; listContacts: (principalId: PrincipalId) => Promise<Contact[]> }

type Read = { version: string; records: ListingRecord[]; packed: PackedJson }

const groups = (records: readonly ListingRecord[]): Listing => ({
  verifiedVCs: records.filter(({ verified }) => verified),
  unverifiedVCs: records.filter(({ verified }) => !verified),
})

/**
 * The external listing as callers see it: one packed answer for everybody who holds none of its contacts.
 *
 * It is read again only when a record has changed. Anybody may ask, as often as they
 * like, and making ten megabytes anew for each of them would keep the node from all else.
 */
export function createListing({ db, listContacts }: ListingDeps) {
  let latest: Read | undefined
  let reading: Promise<Read> | undefined

  async function readAgain(): Promise<Read> {
    // The version before the rows: a change in between makes the next caller read once more.
    const version = await findListingVersion(db)
    if (latest?.version === version) return latest
    const records = (await listNewest(db)).map(presentRecord)
    latest = { version, records, packed: new PackedJson(groups(records)) }
    return latest
  }

  const read = () => {
    reading ??= readAgain().finally(() => {
      reading = undefined
    })
    return reading
  }

  /** The answer for one caller: packed for most, records with their contacts for whoever unlocked some. */
  return async function listingFor(principalId: PrincipalId | undefined): Promise<PackedJson | Listing> {
    const { records, packed } = await read()
    const held = new Map((principalId ? await listContacts(principalId) : []).map((contact) => [contact.id, contact]))
    if (!records.some(({ id }) => held.has(id))) return packed
    return groups(
      records.map((record) => {
        const contact = held.get(record.id)
        return contact ? withContact(record, contact) : record
      }),
    )
  }
}
