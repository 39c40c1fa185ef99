import { and, asc, eq, isNull } from 'drizzle-orm'
import { auditLog, principals, vcs } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/db.ts'
import type { PrincipalId, UserId, VcId } from '#shared/ids.ts'

export type ListingRow = typeof vcs.$inferSelect

/** The investor profiles of one account, the oldest first. */
export const listListingsOf = (db: Queryable, userId: UserId): Promise<ListingRow[]> =>
  db.select().from(vcs).where(eq(vcs.userId, userId)).orderBy(asc(vcs.createdAt), asc(vcs.id))

/** The same, by who holds the account. */
export async function listListingsHeld(db: Queryable, principalId: PrincipalId): Promise<ListingRow[]> {
  const rows = await db
    .select({ vc: vcs })
    .from(vcs)
    .innerJoin(principals, eq(principals.userId, vcs.userId))
    .where(and(eq(principals.id, principalId), isNull(principals.mergedInto)))
    .orderBy(asc(vcs.createdAt), asc(vcs.id))
  return rows.map(({ vc }) => vc)
}

/** A listing of this account, held until the transaction ends; nothing for one of somebody else. */
export async function lockOwnListing(tx: Transaction, id: VcId, userId: UserId): Promise<ListingRow | undefined> {
  const [row] = await tx
    .select()
    .from(vcs)
    .where(and(eq(vcs.id, id), eq(vcs.userId, userId)))
    .for('update')
  return row
}

export async function insertAudit(tx: Transaction, entry: typeof auditLog.$inferInsert) {
  await tx.insert(auditLog).values(entry)
}

export async function updateListing(tx: Transaction, id: VcId, change: Partial<typeof vcs.$inferInsert>): Promise<ListingRow> {
  const [row] = await tx.update(vcs).set(change).where(eq(vcs.id, id)).returning()
  if (!row) throw new Error('The listing is gone')
  return row
}
