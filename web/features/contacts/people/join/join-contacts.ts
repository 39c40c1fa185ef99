import type { VcId } from '#shared/ids.ts'
import { isPersonId, type PersonFields, type PersonId } from '#shared/people/contract.ts'
import { seenOfPerson } from '#shared/people/deletion.ts'
import { type JoinPlan, joinEntryId, planJoin } from '#shared/people/join-people.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { writeEntry } from '#web/features/contacts/entries/mutations.ts'
import { changeFollowUp, changeTags, writePlace } from '#web/features/contacts/follow-ups/mutations.ts'
import { writeNote } from '#web/features/contacts/notes/mutations.ts'
import { writePerson } from '#web/features/contacts/people/mutations.ts'
import { writeDeal } from '#web/features/contacts/raise/mutations.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'
import { deletedByJoin, readAbout } from './mutations.ts'

export type Pair = { from: PersonId; into: VcId }

/** What a join would change, for a look at it; `undefined` when this device does not have one of the two. */
export async function previewJoin(db: PrivateDatabase, { from, into }: Pair, stages: StageLabels): Promise<JoinPlan | undefined> {
  const [one, other] = await Promise.all([readAbout(db, from), readAbout(db, into)])
  return one && other && planJoin({ from: one, into: other, isOwn: isPersonId(into), stages })
}

/**
 * Joins a person into another contact; resolves once everything is on this device. The person is deleted last: after a failure
 * both are still there, and a second call doubles nothing.
 *
 * @returns false when this device does not have one of the two any more
 * @throws the error of a full device
 */
export async function joinContacts(db: PrivateDatabase, { from, into }: Pair, stages: StageLabels): Promise<boolean> {
  const [one, other] = await Promise.all([readAbout(db, from), readAbout(db, into)])
  if (!one || !other) return false
  const { fields, followUp, tags, deal, note, entries } = planJoin({ from: one, into: other, isOwn: isPersonId(into), stages })
  if (isPersonId(into)) await writePerson(into, { ...other.fields, ...fields } as PersonFields, other.fields)
  const { metAt, ...chosen } = followUp
  if (metAt) await writePlace(into, metAt, other.followUp?.metAt ?? null)
  if (Object.keys(chosen).length > 0) await changeFollowUp({ contactId: into, ...chosen })
  if (tags.length > 0) await changeTags({ contactId: into, add: tags })
  await writeDeal(into, deal, other.deal)
  if (note !== undefined) await writeNote({ contactId: into, text: note }, other.note?.text ?? '')
  const writtenOn = new Date().toISOString()
  for (const [at, text] of entries.entries()) {
    await writeEntry({ id: joinEntryId(from, into, at), contactId: into, text, writtenOn })
  }
  await enqueue('person.join', { from, into }, seenOfPerson(deletedByJoin(one)))
  return true
}
