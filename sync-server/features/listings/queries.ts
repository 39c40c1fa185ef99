import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { principals, users, vcCredentials, vcs } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { PrincipalId, UserId, VcId } from '#shared/ids.ts'

export type ListingRow = typeof vcs.$inferSelect

/** The investor profiles of one account, oldest first. */
export const listListingsOf = (db: Queryable, userId: UserId): Promise<ListingRow[]> =>
  db.select().from(vcs).where(eq(vcs.userId, userId)).orderBy(asc(vcs.createdAt), asc(vcs.id))

/** The same, by the account's principal. */
export async function listOwnListings(db: Queryable, principalId: PrincipalId): Promise<ListingRow[]> {
  return (await ownListings(db, principalId)).map(({ vc }) => vc)
}

const ownListings = preparedQuery((db, principalId: PrincipalKey) =>
  db
    .select({ vc: vcs })
    .from(vcs)
    .innerJoin(principals, eq(principals.userId, vcs.userId))
    .where(and(eq(principals.id, principalId), isNull(principals.mergedInto)))
    .orderBy(asc(vcs.createdAt), asc(vcs.id)),
)

/** A listing of this account, locked until the transaction ends; `undefined` for one of another account. */
export async function lockOwnListing(tx: Transaction, id: VcId, userId: UserId): Promise<ListingRow | undefined> {
  const [row] = await tx
    .select()
    .from(vcs)
    .where(and(eq(vcs.id, id), eq(vcs.userId, userId), or(vcs.isVerified, vcs.isActive)))
    .for('update')
  return row
}

export type LockedListing = NonNullable<Awaited<ReturnType<typeof lockListingWithOwner>>>

/** A listing of any account; its account is locked before it, in the order in which an erasure locks them. */
export async function lockListingWithOwner(tx: Transaction, id: VcId) {
  const [found] = await tx.select({ userId: vcs.userId }).from(vcs).where(eq(vcs.id, id))
  if (found?.userId) await tx.select({ id: users.id }).from(users).where(eq(users.id, found.userId)).for('update')
  const isKept = and(eq(vcs.id, id), or(vcs.isVerified, vcs.isActive))
  const [row] = await tx.select().from(vcs).where(isKept).for('update')
  if (!row) return undefined
  const [owner] = await tx
    .select({ id: users.id, email: users.email, firstName: users.firstName, principalId: principals.id })
    .from(users)
    .innerJoin(principals, eq(principals.userId, users.id))
    .where(and(eq(users.id, row.userId ?? ('' as UserId)), isNull(principals.mergedInto)))
  return { row, owner: owner ?? null }
}

export async function updateListing(tx: Transaction, id: VcId, change: Partial<typeof vcs.$inferInsert>): Promise<ListingRow> {
  const [row] = await tx.update(vcs).set(change).where(eq(vcs.id, id)).returning()
  if (!row) throw new Error('Listing not found')
  return row
}

export async function hasCalendarToken(db: Queryable, vcId: VcId): Promise<boolean> {
  return (await db.$count(vcCredentials, and(eq(vcCredentials.vcId, vcId), isNotNull(vcCredentials.calendlyToken)))) > 0
}

export async function setCalendarToken(tx: Transaction, vcId: VcId, calendlyToken: Uint8Array, updatedAt: Date) {
  const set = { calendlyToken, updatedAt }
  await tx
    .insert(vcCredentials)
    .values({ vcId, ...set })
    .onConflictDoUpdate({ target: vcCredentials.vcId, set })
}

export async function deleteCalendarToken(tx: Transaction, vcId: VcId) {
  await tx.delete(vcCredentials).where(eq(vcCredentials.vcId, vcId))
}
