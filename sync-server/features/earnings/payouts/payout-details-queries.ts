import { and, eq, inArray, max } from 'drizzle-orm'
import { auditLog, payoutDetails, payoutLines } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { MaskedDetails } from '#shared/earnings/payout-details.ts'
import type { UserId } from '#shared/ids.ts'

export type DetailsRow = typeof payoutDetails.$inferSelect

/** The action names in the audit log. */
export const CHANGED = 'changed the payout details of'
export const REMOVED = 'removed the payout details of'
export const VIEWED = 'viewed the payout details of'
export const REMINDED = 'reminded of payout details:'

export async function findDetails(db: Queryable, userId: UserId): Promise<DetailsRow | undefined> {
  const [row] = await db.select().from(payoutDetails).where(eq(payoutDetails.userId, userId))
  return row
}

export async function putDetails(tx: Transaction, row: DetailsRow) {
  const { userId: _, ...change } = row
  await tx.insert(payoutDetails).values(row).onConflictDoUpdate({ target: payoutDetails.userId, set: change })
}

export async function deleteDetails(tx: Transaction, userId: UserId): Promise<DetailsRow | undefined> {
  const [row] = await tx.delete(payoutDetails).where(eq(payoutDetails.userId, userId)).returning()
  return row
}

export type KnownDetails = Pick<DetailsRow, 'userId' | 'masked' | 'changedAt'>
const known = { userId: payoutDetails.userId, masked: payoutDetails.masked, changedAt: payoutDetails.changedAt }

/** The masked details of some users. */
export const listDetails = async (db: Queryable, userIds: UserId[]): Promise<Map<UserId, KnownDetails>> =>
  userIds.length === 0
    ? new Map()
    : byUser(await db.select(known).from(payoutDetails).where(inArray(payoutDetails.userId, userIds)))

/** The same, locked: their owners change them after the transaction. */
export const lockDetails = async (tx: Transaction, userIds: UserId[]): Promise<Map<UserId, KnownDetails>> =>
  userIds.length === 0
    ? new Map()
    : byUser(
        await tx
          .select(known)
          .from(payoutDetails)
          .where(inArray(payoutDetails.userId, userIds))
          .orderBy(payoutDetails.userId)
          .for('share'),
      )

const byUser = (rows: KnownDetails[]) => new Map(rows.map((row) => [row.userId, row]))

/** When each of some users was last reminded that the details are missing. */
export async function listReminded(db: Queryable, userIds: UserId[]): Promise<Map<string, Date>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ userId: auditLog.targetId, at: max(auditLog.createdAt) })
    .from(auditLog)
    .where(and(eq(auditLog.targetType, 'account'), inArray(auditLog.targetId, userIds), eq(auditLog.action, REMINDED)))
    .groupBy(auditLog.targetId)
  return new Map(rows.flatMap(({ userId, at }) => (at === null ? [] : [[userId, at] as const])))
}

/** The masked details are kept with the line: their owner may remove them once an admin has paid to them. */
export async function noteDetailsSeen(tx: Transaction, lineId: string, at: Date, masked: MaskedDetails) {
  await tx.update(payoutLines).set({ detailsSeenAt: at, paidTo: masked }).where(eq(payoutLines.id, lineId))
}

export async function notePaidTo(tx: Transaction, lineId: string, paidTo: MaskedDetails) {
  await tx.update(payoutLines).set({ paidTo }).where(eq(payoutLines.id, lineId))
}
