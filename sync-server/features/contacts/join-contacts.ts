import type { Transaction } from '#server/database/client.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { OwnAbout } from '#shared/people/join-contacts.ts'
import { type FollowUpRow, lockFollowUpOf, upsertFollowUp } from './follow-up-queries.ts'
import { lockText, storeText, type Text } from './queries.ts'

/** The note and the follow-up of a contact, locked until the transaction ends. */
export type OwnRows = { note: Text | undefined; followUp: FollowUpRow | undefined }

export const lockOwnRows = async (tx: Transaction, principalId: PrincipalId, contactId: VcId): Promise<OwnRows> => ({
  note: await lockText(tx, 'note', principalId, contactId),
  followUp: await lockFollowUpOf(tx, principalId, contactId),
})

export const ownAbout = ({ note, followUp }: OwnRows): Omit<OwnAbout, 'deal'> => ({
  note,
  followUp: followUp && { ...followUp, dueAt: followUp.dueAt?.toISOString() ?? null },
})

type Joining = { principalId: PrincipalId; contactId: VcId; into: OwnRows; from: OwnRows; now: Date }

/** Stores the joined note and follow-up of a contact. A due time that comes from the other contact keeps whether its reminder was sent. */
export async function storeJoined(
  tx: Transaction,
  { principalId, contactId, into, from, now }: Joining,
  { note, followUp }: Omit<OwnAbout, 'deal'>,
) {
  if (note) await storeText(tx, 'note', { before: into.note, after: { principalId, contactId, ...note, updatedAt: now } })
  if (!followUp) return
  const { dueAt, ...rest } = followUp
  const { remindedAt = null } = (into.followUp?.dueAt ? into.followUp : from.followUp) ?? {}
  const due = { dueAt: dueAt === null ? null : new Date(dueAt), remindedAt }
  await upsertFollowUp(tx, { principalId, contactId, ...rest, ...due, updatedAt: now })
}
