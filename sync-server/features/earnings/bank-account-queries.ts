import { eq, sql } from 'drizzle-orm'
import { payoutAccounts } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/db.ts'
import type { UserId } from '#shared/ids.ts'

export type BankAccountRow = typeof payoutAccounts.$inferSelect

export async function findBankAccount(db: Queryable, userId: UserId): Promise<BankAccountRow | undefined> {
  const [row] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, userId))
  return row
}

/** The first one stays: what was promised to be transferred there must find it. */
export async function insertBankAccount(db: Queryable, userId: UserId, providerId: string) {
  await db.insert(payoutAccounts).values({ userId, providerId }).onConflictDoNothing()
}

/** @returns whether it is anybody's here */
export async function noteReadiness(db: Queryable, providerId: string, arePayoutsEnabled: boolean): Promise<boolean> {
  const noted = await db
    .update(payoutAccounts)
    .set({ arePayoutsEnabled, updatedAt: sql`now()` })
    .where(eq(payoutAccounts.providerId, providerId))
    .returning({ userId: payoutAccounts.userId })
  return noted.length > 0
}

/** Whom the provider can pay, and where. */
export async function listReady(db: Queryable): Promise<Map<UserId, string>> {
  const rows = await db.select().from(payoutAccounts).where(eq(payoutAccounts.arePayoutsEnabled, true))
  return new Map(rows.map(({ userId, providerId }) => [userId, providerId]))
}

/** Accounts of the ledger whose latest transfer did not go through. */
export async function listRefused(db: Queryable): Promise<Set<string>> {
  const latest = await db.execute<{ account: string; failure: string | null }>(sql`
    select distinct on (account) account, failure from payout_lines order by account, created_at desc, id desc`)
  return new Set(latest.filter(({ failure }) => failure !== null).map(({ account }) => account))
}
