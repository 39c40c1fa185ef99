import type { VcId } from '#shared/ids.ts'
import { isPersonId, type JoinPerson, type Person } from '#shared/people/contract.ts'
import { isPersonSeen, type WrittenAbout } from '#shared/people/deletion.ts'
import { type AboutContact, fieldsOfCard } from '#shared/people/join-people.ts'
import { type QueuedPhoto, readPhotoQueue } from '#web/db/photo-queue.ts'
import { OPTIMISTIC, type PrivateDatabase } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'

/** What this device holds about a contact; `undefined` for a contact that it does not have, or a deleted person. */
export async function readAbout(db: PrivateDatabase, id: VcId): Promise<(AboutContact & { name: string }) | undefined> {
  const [card, note, followUp, deal] = await Promise.all([
    isPersonId(id) ? db.people.get(id) : db.contacts.get(id),
    db.notes.get(id),
    db.followUps.get(id),
    db.deals.get(id),
  ])
  if (!card || ('deletedAt' in card && card.deletedAt !== null)) return undefined
  const fields = 'deletedAt' in card ? (card as Person) : fieldsOfCard(card)
  return { name: card.name, fields, note, followUp, deal }
}

/** What a join deletes: entries and photos go to the other contact. */
export function deletedByJoin({ fields, note, followUp, deal }: AboutContact): WrittenAbout {
  const some = <Doc>(doc: Doc | undefined) => (doc === undefined ? [] : [doc])
  return { person: fields, notes: some(note), followUps: some(followUp), deals: some(deal), entries: [], photos: [] }
}

/** The server's own rule. Photos that wait for their upload are sent as photos of the other contact. */
export const showJoin: ClientMutator<JoinPerson> = async (db, { from, into }, madeAt, base) => {
  if (isPersonId(into)) {
    const other = await db.people.get(into)
    if (!other || other.deletedAt !== null) return
  }
  const moved = { contactId: into, version: OPTIMISTIC }
  await db.entries.where({ contactId: from }).modify(moved)
  await db.photos.filter(({ contactId }) => contactId === from).modify(moved)
  for (const { id } of (await readPhotoQueue(db)).filter(({ contactId }) => contactId === from)) {
    await db.drafts.where({ id: `photo:${id}` }).modify((draft) => {
      draft.values = { ...(draft.values as QueuedPhoto), contactId: into }
    })
  }
  const person = await db.people.get(from)
  const about = await readAbout(db, from)
  if (!person || !about || !isPersonSeen(deletedByJoin(about), base, false)) return
  await db.people.put({ ...person, deletedAt: madeAt, version: OPTIMISTIC })
}
