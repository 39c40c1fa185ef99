import { edited, type WriteListing } from '#shared/owners/edit.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import { enqueue } from '#web/sync/current.ts'
import type { ClientMutator } from '#web/sync/mutators.ts'

/** Changes one's own listing; resolves once the change is safe on this device. */
export const writeListing = (edit: WriteListing) => enqueue('listing.edit', edit)

export const showListingEdit: ClientMutator<WriteListing> = async (db, { vcId, change }) => {
  const listing = await db.ownListings.get(vcId)
  if (listing) await db.ownListings.put({ ...listing, ...edited(listing, change).change, version: OPTIMISTIC })
}
