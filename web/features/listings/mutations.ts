import { applyHours } from '#shared/bookings/call-hours.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { applyEdit, type WriteListing } from '#shared/listings/edit.ts'
import type { SetHours } from '#shared/listings/hours.ts'
import { chosenListingBase, listingBaseOf, mergeListingEdit } from '#shared/listings/merge-edit.ts'
import type { PauseListing } from '#shared/listings/pause.ts'
import type { SetReplyDays } from '#shared/listings/reply-days.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ChosenBase, ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/**
 * Edits the user's own listing; resolves once the mutation is stored on this device.
 *
 * @param shown  the listing as its author saw it
 */
export const writeListing = (edit: WriteListing, shown: OwnListing) =>
  enqueue('listing.edit', edit, listingBaseOf(shown, edit.change))

/**
 * Applies the server's rule. Where the server will reject the edit, the author's text is shown until the rejection arrives. Only
 * the server knows which device wrote the stored text, so an entry without a base is applied as if its base were current.
 */
export const showListingEdit: ClientMutator<WriteListing> = async (db, { vcId, change }, _madeAt, base) => {
  const listing = await db.ownListings.get(vcId)
  if (!listing) return
  const merged = mergeListingEdit(listing, { change, base: base ?? listingBaseOf(listing, change) })
  const shown = applyEdit(listing, merged.isChangedElsewhere ? change : merged.change)
  await db.ownListings.put({ ...listing, ...shown.change, version: OPTIMISTIC })
}

/** Pauses or resumes the user's own listing; resolves once the mutation is stored on this device. */
export const pauseListing = (pause: PauseListing) => enqueue('listing.pause', pause)

export const showListingPause: ClientMutator<PauseListing> = async (db, { vcId, until }) => {
  const listing = await db.ownListings.get(vcId)
  if (listing) await db.ownListings.put({ ...listing, pausedUntil: until, version: OPTIMISTIC })
}

/** Sets when the user takes calls; resolves once the mutation is stored on this device. */
export const setHours = (hours: SetHours) => enqueue('listing.hours', hours)

export const showListingHours: ClientMutator<SetHours> = async (db, { vcId, change }, madeAt) => {
  const listing = await db.ownListings.get(vcId)
  if (!listing) return
  const callHours = applyHours(listing.callHours ?? null, change, Date.parse(madeAt))
  await db.ownListings.put({ ...listing, callHours, version: OPTIMISTIC })
}

/** Sets within how many days the user wants to reply; resolves once the mutation is stored on this device. */
export const setReplyDays = (days: SetReplyDays) => enqueue('listing.replyDays', days)

export const showReplyDays: ClientMutator<SetReplyDays> = async (db, { vcId, days }) => {
  const listing = await db.ownListings.get(vcId)
  if (listing) await db.ownListings.put({ ...listing, replyDays: days, version: OPTIMISTIC })
}

/** Base of a rejected edit when it is sent again: the user has seen the stored values. */
export const chooseListingBase: ChosenBase<WriteListing> = async (db, { vcId, change }, base) => {
  const shown = await db.ownListings.get(vcId)
  return shown ? chosenListingBase(shown, { change, base }) : base
}
