import * as v from 'valibot'
import { OwnListing } from '#shared/listings/contract.ts'
import { isEmptied } from '#shared/listings/status.ts'
import type { DraftId, PrivateDatabase } from '#web/db/private-database.ts'
import { changedFields, fieldsOf, storeDraft } from '#web/forms/local-draft.ts'
import { type ListingValues, valuesOf } from './listing-values.ts'

/** An edit in progress: the form values, and the listing as its author saw it when they began, the base of the change. */
export type ListingDraft = { shown: OwnListing; values: ListingValues }

const Stored = v.object({ shown: OwnListing, values: v.unknown() })

export const listingDraftId = (id: OwnListing['id']): DraftId => `listing:${id}`

export const unedited = (listing: OwnListing): ListingDraft => ({ shown: listing, values: valuesOf(listing) })

/** The draft of this listing; without one, the listing itself. The person in an emptied listing was removed, and so is the draft. */
export async function loadListingDraft(db: PrivateDatabase, listing: OwnListing): Promise<ListingDraft> {
  if (isEmptied(listing)) await db.drafts.delete(listingDraftId(listing.id))
  const read = v.safeParse(Stored, (await db.drafts.get(listingDraftId(listing.id)))?.values)
  if (!read.success) return unedited(listing)
  const { shown, values } = read.output
  const before = valuesOf(shown)
  return { shown, values: { ...before, ...fieldsOf(values, before) } }
}

/** Without a changed field there is no draft. @throws StalePrincipalError, and the error of a full device */
export function saveListingDraft(db: PrivateDatabase, { shown, values }: ListingDraft): Promise<void> {
  const changed = changedFields(values, valuesOf(shown))
  const from = { collection: 'ownListings', id: shown.id }
  const content = { values: { shown, values: changed }, from }
  return storeDraft(db, listingDraftId(shown.id), Object.keys(changed).length > 0 ? content : undefined)
}
