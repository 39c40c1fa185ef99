import type { Transaction } from '#server/database/client.ts'
import { lockOwnRows, type OwnRows, storeJoined } from '#server/features/contacts/join-contacts.ts'
import { presentFollowUp, presentNote } from '#server/features/contacts/sync-source.ts'
import { lockDealOf, readStages, storeDeal } from '#server/features/raise/service.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { PersonFields } from '#shared/people/contract.ts'
import { type JoinPlan, planJoin } from '#shared/people/join-people.ts'
import { noDeal } from '#shared/raise/contract.ts'

type Joining = {
  principalId: PrincipalId
  from: VcId
  into: VcId
  fields: { from: PersonFields; into: PersonFields }
  /** `into` is a person whom the user added. */
  isOwn: boolean
  now: Date
}

/**
 * Joins what a user has written about two contacts, as it is stored now: the note, the follow-up and the deal of the contact that
 * stays.
 *
 * @returns the plan. Its fields and entries are not stored yet
 */
export async function joinAbout(tx: Transaction, { principalId, from, into, fields, isOwn, now }: Joining): Promise<JoinPlan> {
  const rows = { from: await lockOwnRows(tx, principalId, from), into: await lockOwnRows(tx, principalId, into) }
  const deals = { from: await lockDealOf(tx, principalId, from), into: await lockDealOf(tx, principalId, into) }
  const plan = planJoin({
    from: { ...presentRows(rows.from), fields: fields.from, deal: deals.from },
    into: { ...presentRows(rows.into), fields: fields.into, deal: deals.into },
    isOwn,
    stages: await readStages(tx, principalId),
  })
  await storeJoined(tx, { principalId, contactId: into, ...rows, now }, plan)
  if (Object.keys(plan.deal).length > 0)
    await storeDeal(tx, { principalId, contactId: into, now }, { ...pickDeal(deals.into), ...plan.deal })
  return plan
}

const presentRows = ({ note, followUp }: OwnRows) => ({
  note: note && presentNote(note),
  followUp: followUp && presentFollowUp(followUp),
})

const pickDeal = (deal: Awaited<ReturnType<typeof lockDealOf>>) => {
  const { id: _id, updatedAt: _updatedAt, ...fields } = deal ?? { ...noDeal, id: undefined, updatedAt: undefined }
  return fields
}
