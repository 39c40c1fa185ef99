import { and, eq, lte, sql } from 'drizzle-orm'
import { auditLog, payoutAccounts, payoutLines, users } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { UserId } from '#shared/ids.ts'

export type BankAccountRow = typeof payoutAccounts.$inferSelect

export async function findBankAccount(db: Queryable, userId: UserId): Promise<BankAccountRow | undefined> {
  const [row] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, userId))
  return row
}

/** The first account is kept: transfers already planned to it must find it. @returns whether it is the first one */
export async function insertBankAccount(db: Queryable, userId: UserId, providerId: string): Promise<boolean> {
  const made = await db.insert(payoutAccounts).values({ userId, providerId }).onConflictDoNothing().returning()
  return made.length > 0
}

/** @returns the provider's id of the account */
export async function deleteBankAccount(tx: Transaction, userId: UserId): Promise<string | undefined> {
  const [row] = await tx.delete(payoutAccounts).where(eq(payoutAccounts.userId, userId)).returning()
  return row?.providerId
}

/** The action name in the audit log. Each disconnection leads to a new provider account. */
export const DISCONNECTED = 'disconnected the bank account of'

export const countDisconnected = (db: Queryable, userId: UserId): Promise<number> =>
  db.$count(auditLog, and(eq(auditLog.targetType, 'account'), eq(auditLog.targetId, userId), eq(auditLog.action, DISCONNECTED)))

/** Switches open lines with a transfer to an account to manual payment. */
export async function payByHand(tx: Transaction, destination: string) {
  const isMeant = and(eq(payoutLines.destination, destination), eq(payoutLines.status, 'open'))
  await tx.update(payoutLines).set({ destination: null }).where(isMeant)
}

/** A stamp that any later write to the row of an account changes; `undefined` for an unknown account. */
export async function findStamp(db: Queryable, providerId: string): Promise<string | undefined> {
  const stamp = sql<string>`xmin::text`
  const [row] = await db.select({ stamp }).from(payoutAccounts).where(eq(payoutAccounts.providerId, providerId))
  return row?.stamp
}

/** An account by its provider id, locked, with the owner's mail address; `undefined` when it was written since the stamp was read. */
export async function holdBankAccount(tx: Transaction, providerId: string, stamp: string) {
  const isUnchanged = sql`${payoutAccounts}.xmin::text = ${stamp}`
  const [row] = await tx
    .select({ account: payoutAccounts, email: users.email })
    .from(payoutAccounts)
    .innerJoin(users, eq(users.id, payoutAccounts.userId))
    .where(and(eq(payoutAccounts.providerId, providerId), isUnchanged))
    .for('update', { of: payoutAccounts })
  return row
}

/** Changes the stamp: an earlier report that arrives later is no longer stored. */
export async function touchBankAccount(tx: Transaction, userId: UserId) {
  await tx.update(payoutAccounts).set({ updatedAt: sql`now()` }).where(eq(payoutAccounts.userId, userId))
}

export async function writeReadiness(tx: Transaction, userId: UserId, readySince: Date | null) {
  const change = { arePayoutsEnabled: readySince !== null, readySince, updatedAt: sql`now()` }
  await tx.update(payoutAccounts).set(change).where(eq(payoutAccounts.userId, userId))
}

/** Users that the provider can pay since the given instant, and their provider accounts. */
export async function listReady(db: Queryable, since: Date): Promise<Map<UserId, string>> {
  const isReady = and(eq(payoutAccounts.arePayoutsEnabled, true), lte(payoutAccounts.readySince, since))
  const rows = await db.select().from(payoutAccounts).where(isReady)
  return new Map(rows.map(({ userId, providerId }) => [userId, providerId]))
}

/** Ledger accounts whose latest transfer failed, with its payee. */
export async function listRefused(db: Queryable): Promise<Map<string, UserId | null>> {
  const latest = await db.execute<{ account: string; user_id: UserId | null; failure: string | null }>(sql`
    select distinct on (account) account, user_id, failure from payout_lines order by account, created_at desc, id desc`)
  return new Map(latest.filter(({ failure }) => failure !== null).map(({ account, user_id }) => [account, user_id]))
}
