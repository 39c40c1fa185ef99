import type { Transaction } from '#server/database/client.ts'
import { changedTags } from '#shared/contacts/tags.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { JoinPlan } from '#shared/people/join-people.ts'
import { type FollowUpRow, lockFollowUpOf, upsertFollowUp } from './follow-up-queries.ts'
import { lockText, storeText, type Text } from './queries.ts'

export type OwnRows = { note: Text | undefined; followUp: FollowUpRow | undefined }

/** The note and the follow-up about a contact, locked until the transaction ends. */
export const lockOwnRows = async (tx: Transaction, principalId: PrincipalId, contactId: VcId): Promise<OwnRows> => ({
  note: await lockText(tx, 'note', principalId, contactId),
  followUp: await lockFollowUpOf(tx, principalId, contactId),
})

type Joining = { principalId: PrincipalId; contactId: VcId; into: OwnRows; from: OwnRows; now: Date }

/** Stores the note and the follow-up of two contacts that are joined. A due time keeps whether its reminder was sent. */
export async function storeJoined(
  tx: Transaction,
  { principalId, contactId, into, from, now }: Joining,
  { note: text, followUp: { dueAt, ...chosen }, tags }: JoinPlan,
) {
  if (text !== undefined) {
    const { clashes = [] } = into.note ?? {}
    const writtenBy = into.note ? null : (from.note?.writtenBy ?? null)
    const after = { principalId, contactId, text, writtenBy, clashes, updatedAt: now }
    await storeText(tx, 'note', { before: into.note, after })
  }
  const change = {
    ...chosen,
    ...(dueAt && { dueAt: new Date(dueAt), remindedAt: from.followUp?.remindedAt ?? null }),
    ...(tags.length > 0 && { tags: changedTags(into.followUp?.tags ?? [], { add: tags }) }),
  }
  if (Object.keys(change).length > 0) await upsertFollowUp(tx, { principalId, contactId, ...change, updatedAt: now })
}
