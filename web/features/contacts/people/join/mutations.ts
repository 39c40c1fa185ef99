import { newEntryBase } from '#shared/contacts/entry.ts'
import { nothingYet } from '#shared/contacts/follow-up.ts'
import { mergeEntry } from '#shared/contacts/merge-entry.ts'
import { changedTags } from '#shared/contacts/tags.ts'
import type { VcId } from '#shared/ids.ts'
import { isPersonId, type JoinPerson, type Person } from '#shared/people/contract.ts'
import { isPersonSeen, type WrittenAbout } from '#shared/people/deletion.ts'
import { type AboutContact, fieldsOfCard, type JoinPlan, joinEntryId, planJoin } from '#shared/people/join-people.ts'
import { noDeal, ROUND } from '#shared/raise/contract.ts'
import { stageLabels } from '#shared/raise/labels.ts'
import { type QueuedPhoto, readPhotoQueue } from '#web/db/photo-queue.ts'
import { OPTIMISTIC, type PrivateDatabase } from '#web/db/private-database.ts'
import { HERE } from '#web/features/contacts/notes/mutations.ts'
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
  if (from === into) return
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
  const [about, other] = await Promise.all([readAbout(db, from), readAbout(db, into)])
  if (!person || !about || !other) return
  const stages = stageLabels(await db.raise.get(ROUND))
  const plan = planJoin({ from: about, into: other, isOwn: isPersonId(into), stages })
  await showPlan(db, { from, into }, plan, madeAt)
  if (isPersonSeen(deletedByJoin(about), base, false)) await db.people.put({ ...person, deletedAt: madeAt, version: OPTIMISTIC })
}

/** Idempotent: a second call after a pull finds every value in its place. */
async function showPlan(db: PrivateDatabase, { from, into }: JoinPerson, plan: JoinPlan, madeAt: string) {
  const { fields, note: text, tags, deal, entries } = plan
  const changed = { id: into, updatedAt: madeAt, version: OPTIMISTIC }
  if (isPersonId(into)) await db.people.where({ id: into }).modify({ ...fields, version: OPTIMISTIC })
  if (text !== undefined) {
    const { clashes = [] } = (await db.notes.get(into)) ?? {}
    await db.notes.put({ text, writtenBy: HERE, clashes, ...changed })
  }
  if (tags.length > 0 || Object.keys(plan.followUp).length > 0) {
    const current = { ...nothingYet, ...(await db.followUps.get(into)) }
    await db.followUps.put({ ...current, ...plan.followUp, tags: changedTags(current.tags ?? [], { add: tags }), ...changed })
  }
  if (Object.keys(deal).length > 0) await db.deals.put({ ...noDeal, ...(await db.deals.get(into)), ...deal, ...changed })
  for (const [at, line] of entries.entries()) {
    const id = joinEntryId(from, into, at)
    const args = { id, contactId: into, text: line, writtenOn: madeAt }
    const merged = mergeEntry(await db.entries.get(id), { args, base: newEntryBase }, { by: HERE, at: madeAt })
    await db.entries.put({ ...merged, id, contactId: into, deletedAt: null, version: OPTIMISTIC })
  }
}
