import { and, asc, eq, or, sql } from 'drizzle-orm'
import { users, vcs } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import type { UserId, VcId } from '#shared/ids.ts'

type Row = typeof vcs.$inferInsert

/** Serialises concurrent applications of one person. @returns `undefined` when the account no longer exists */
export async function lockApplicant(tx: Transaction, userId: UserId): Promise<{ isApprovedInvestor: boolean } | undefined> {
  const [row] = await tx
    .select({ isApprovedInvestor: users.isApprovedInvestor })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return row
}

/** Without profiles that were emptied because the person of their record was removed: their sales have ended permanently. */
export const listOwnReviews = (tx: Transaction, userId: UserId) =>
  tx
    .select({ id: vcs.id, reviewStatus: vcs.reviewStatus })
    .from(vcs)
    .where(and(eq(vcs.userId, userId), or(vcs.isVerified, vcs.isActive)))
    .orderBy(asc(vcs.createdAt))

export async function insertApplication(tx: Transaction, row: Row) {
  const [inserted] = await tx.insert(vcs).values(row).returning()
  return inserted as typeof vcs.$inferSelect
}

/**
 * Overwrites a rejected or withdrawn application. A claim to a listed record that was never approved is kept only under the
 * record's name: an application under another name is about another person. A claim that was approved is kept, because money
 * follows it, and stays revoked where an admin has revoked it. A claim that was never approved ends if another profile of the
 * account has replaced the record since.
 */
export async function renewApplication(tx: Transaction, id: VcId, row: Omit<Row, 'id'>) {
  const isRecords = sql`exists (select from directory_investors d
    where d.id = ${vcs.replacesId} and lower(trim(d.name)) = lower(trim(${row.partnerName})))`
  const isHeld = sql`exists (select from vcs other where other.user_id = ${vcs.userId} and other.id <> ${vcs.id}
    and other.replaces_id = ${vcs.replacesId} and other.replaced_at is not null and other.claim_revoked_at is null)`
  const isKept = sql`${vcs.replacedAt} is not null or ${vcs.claimRevokedAt} is not null or (${isRecords} and not ${isHeld})`
  const replacesId = sql`case when ${isKept} then ${vcs.replacesId} end`
  const [renewed] = await tx
    .update(vcs)
    // A time zone that the owner has set is kept.
    .set({ ...row, timeZone: sql`coalesce(${vcs.timeZone}, ${row.timeZone ?? null})`, replacesId, approvedAt: null })
    .where(eq(vcs.id, id))
    .returning()
  return renewed as typeof vcs.$inferSelect
}
