import { payoutAccounts, payoutBatches, payoutLines } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** The bank account that an investor has set up at the provider. */
export async function findPayoutAccount(db: Database, userId: string) {
  const [account] = await db.select().from(payoutAccounts).where(matches(payoutAccounts, { userId }))
  return account
}

export const listPayoutBatches = (db: Database, about: About<typeof payoutBatches> = {}) =>
  db.select().from(payoutBatches).where(matches(payoutBatches, about))

export const listPayoutLines = (db: Database, about: About<typeof payoutLines>) =>
  db.select().from(payoutLines).where(matches(payoutLines, about))
