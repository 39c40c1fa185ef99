import { type ChangeFollowUp, nothingYet } from '#shared/contacts/follow-up.ts'
import { chosenFollowUpBase, followUpBaseOf, mergePlace } from '#shared/contacts/merge-follow-up.ts'
import { type ChangeTags, changedTags } from '#shared/contacts/tags.ts'
import type { VcId } from '#shared/ids.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ChosenBase, ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Changes the follow-up of a contact: only the fields that are passed change. */
export const changeFollowUp = (change: ChangeFollowUp) => enqueue('contact.follow-up', change)

/** Changes where a contact was met. @param seen  the value that the author saw */
export const writePlace = (contactId: VcId, metAt: string | null, seen: string | null) =>
  enqueue('contact.follow-up', { contactId, metAt }, followUpBaseOf(seen))

/**
 * Applies the server's rule. Where the server will reject the value, the author's value is shown until the rejection arrives. An
 * entry without a base is applied as if its base were current.
 */
export const showFollowUp: ClientMutator<ChangeFollowUp> = async (db, { contactId, metAt, ...change }, madeAt, base) => {
  const current = { ...nothingYet, ...(await db.followUps.get(contactId)) }
  const place =
    metAt === undefined ? current.metAt : (mergePlace(current.metAt, metAt, base ?? followUpBaseOf(current.metAt)) ?? metAt)
  await db.followUps.put({ ...current, ...change, metAt: place, id: contactId, updatedAt: madeAt, version: OPTIMISTIC })
}

/** Adds and removes tags of a contact. */
export const changeTags = (change: ChangeTags) => enqueue('contact.tag', change)

/** The author's tags are shown until the server rejects them for their number. */
export const showTags: ClientMutator<ChangeTags> = async (db, { contactId, ...change }, madeAt) => {
  const current = { ...nothingYet, ...(await db.followUps.get(contactId)) }
  const tags = changedTags(current.tags ?? [], change)
  await db.followUps.put({ ...current, tags, id: contactId, updatedAt: madeAt, version: OPTIMISTIC })
}

/** Base of a rejected place when it is sent again: the user has seen the stored value. */
export const choosePlaceBase: ChosenBase<ChangeFollowUp> = async (db, { contactId, metAt }, base) => {
  const shown = await db.followUps.get(contactId)
  return shown && metAt !== undefined ? chosenFollowUpBase(shown.metAt, metAt, base) : base
}
