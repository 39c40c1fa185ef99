import type { Transaction } from '#server/database/client.ts'
import { joinNotes } from '#shared/contacts/merge-note.ts'
import { changedTags } from '#shared/contacts/tags.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { JoinPlan } from '#shared/people/join-people.ts'
import { type FollowUpRow, lockFollowUpOf, upsertFollowUp } from './follow-up-queries.ts'
import { deleteText, lockText, storeText, type Text } from './queries.ts'

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

/** An introduction about another contact is below that of this one; where both do not fit, it is a version to choose from. */
export async function joinIntros(
  tx: Transaction,
  { principalId, from, into }: { principalId: PrincipalId; from: VcId; into: VcId },
) {
  const [own, other] = [await lockText(tx, 'intro', principalId, into), await lockText(tx, 'intro', principalId, from)]
  if (!own || !other) return
  const after = { ...own, ...joinNotes(own, other, other.updatedAt.toISOString()) }
  await storeText(tx, 'intro', { before: own, after })
  await deleteText(tx, 'intro', principalId, from)
}
