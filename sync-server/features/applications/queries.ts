import { asc, eq } from 'drizzle-orm'
import { users, vcs } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/db.ts'
import type { UserId, VcId } from '#shared/ids.ts'

type Row = typeof vcs.$inferInsert

/** Two applications of one person at once come one after the other. @returns whether the account still stands */
export async function lockApplicant(tx: Transaction, userId: UserId): Promise<{ isApprovedInvestor: boolean } | undefined> {
  const [row] = await tx
    .select({ isApprovedInvestor: users.isApprovedInvestor })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return row
}

export const listOwnReviews = (tx: Transaction, userId: UserId) =>
  tx.select({ id: vcs.id, reviewStatus: vcs.reviewStatus }).from(vcs).where(eq(vcs.userId, userId)).orderBy(asc(vcs.createdAt))

export async function insertApplication(tx: Transaction, row: Row) {
  const [inserted] = await tx.insert(vcs).values(row).returning()
  return inserted as typeof vcs.$inferSelect
}

export async function renewApplication(tx: Transaction, id: VcId, row: Omit<Row, 'id'>) {
  const [renewed] = await tx.update(vcs).set(row).where(eq(vcs.id, id)).returning()
  return renewed as typeof vcs.$inferSelect
}
