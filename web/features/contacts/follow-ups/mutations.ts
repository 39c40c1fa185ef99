import { type ChangeFollowUp, nothingYet } from '#shared/contacts/follow-up.ts'
import { chosenFollowUpBase, followUpBaseOf, mergePlace } from '#shared/contacts/merge-follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ChosenBase, ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/enqueue.ts'

/** Keeps where one stands with a contact: only what is named changes. */
export const changeFollowUp = (change: ChangeFollowUp) => enqueue('contact.follow-up', change)

/** Keeps where a contact was met. @param seen  the place that its writer saw */
export const writePlace = (contactId: VcId, metAt: string | null, seen: string | null) =>
  enqueue('contact.follow-up', { contactId, metAt }, followUpBaseOf(seen))

/**
 * The server's own rule; where it will refuse, the writer's own place is shown until it has. An entry without a base is shown as if it
 * counted.
 */
export const showFollowUp: ClientMutator<ChangeFollowUp> = async (db, { contactId, metAt, ...change }, madeAt, base) => {
  const known = { ...nothingYet, ...(await db.followUps.get(contactId)) }
  const place = metAt === undefined ? known.metAt : (mergePlace(known.metAt, metAt, base ?? followUpBaseOf(known.metAt)) ?? metAt)
  await db.followUps.put({ ...known, ...change, metAt: place, id: contactId, updatedAt: madeAt, version: OPTIMISTIC })
}

/** What a refused place is sent again with: the person has seen the one that is stored now. */
export const placeChosen: ChosenBase<ChangeFollowUp> = async (db, { contactId, metAt }, base) => {
  const shown = await db.followUps.get(contactId)
  return shown && metAt !== undefined ? chosenFollowUpBase(shown.metAt, metAt, base) : base
}
