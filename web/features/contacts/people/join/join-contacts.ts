import type { VcId } from '#shared/ids.ts'
import { isPersonId, type PersonId } from '#shared/people/contract.ts'
import { seenOfPerson } from '#shared/people/deletion.ts'
import { type JoinPlan, planJoin } from '#shared/people/join-people.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'
import { deletedByJoin, readAbout } from './mutations.ts'

export type Pair = { from: PersonId; into: VcId }

/** What a join would change, for a look at it; `undefined` when this device does not have one of the two. */
export async function previewJoin(db: PrivateDatabase, { from, into }: Pair, stages: StageLabels): Promise<JoinPlan | undefined> {
  const [one, other] = await Promise.all([readAbout(db, from), readAbout(db, into)])
  return one && other && planJoin({ from: one, into: other, isOwn: isPersonId(into), stages })
}

/**
 * Joins a person into another contact; resolves once it is stored on this device.
 *
 * @returns false when this device does not have one of the two any more
 * @throws the error of a full device
 */
export async function joinContacts(db: PrivateDatabase, { from, into }: Pair): Promise<boolean> {
  const [one, other] = await Promise.all([readAbout(db, from), readAbout(db, into)])
  if (!one || !other) return false
  await enqueue('person.join', { from, into }, seenOfPerson(deletedByJoin(one)))
  return true
}
