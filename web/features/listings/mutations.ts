import type { OwnListing } from '#shared/listings/contract.ts'
import { edited, type WriteListing } from '#shared/listings/edit.ts'
import { chosenListingBase, listingBaseOf, mergeListingEdit } from '#shared/listings/merge-edit.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ChosenBase, ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/enqueue.ts'

/**
 * Changes one's own listing; resolves once the change is safe on this device.
 *
 * @param shown  the listing as its writer saw it
 */
export const writeListing = (edit: WriteListing, shown: OwnListing) =>
  enqueue('listing.edit', edit, listingBaseOf(shown, edit.change))

/**
 * The server's own rule; where it will refuse, the writer's own words are shown until it has. Only the server knows which device wrote
 * the stored text, so an entry without a base is shown as if it counted.
 */
export const showListingEdit: ClientMutator<WriteListing> = async (db, { vcId, change }, _madeAt, base) => {
  const listing = await db.ownListings.get(vcId)
  if (!listing) return
  const merged = mergeListingEdit(listing, { change, base: base ?? listingBaseOf(listing, change) })
  const shown = edited(listing, merged.isChangedElsewhere ? change : merged.change)
  await db.ownListings.put({ ...listing, ...shown.change, version: OPTIMISTIC })
}

/** What a refused edit is sent again with: the person has seen the texts that the listing holds now. */
export const listingChosen: ChosenBase<WriteListing> = async (db, { vcId, change }, base) => {
  const shown = await db.ownListings.get(vcId)
  return shown ? chosenListingBase(shown, { change, base }) : base
}
