import { ledgerEntries, ledgerViolations } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** The legs of an order, of a transaction or of an account. */
export const listLegs = (db: Database, about: About<typeof ledgerEntries> = {}) =>
  db.select().from(ledgerEntries).where(matches(ledgerEntries, about)).orderBy(ledgerEntries.account)

/** The sum of the legs of each account, in the order of the accounts. */
export async function sumsByAccount(db: Database, about: About<typeof ledgerEntries>): Promise<[account: string, sum: number][]> {
  const sums = new Map<string, number>()
  for (const { account, amount } of await listLegs(db, about)) sums.set(account, (sums.get(account) ?? 0) + amount)
  return [...sums]
}

/** What the ledger checks have found and is not cleared. */
export async function openViolations(db: Database) {
  const open = await db
    .select()
    .from(ledgerViolations)
    .where(matches(ledgerViolations, { clearedAt: null }))
  return open.map(({ rule, subject, detail }) => ({ rule, subject, detail }))
}
