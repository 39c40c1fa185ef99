import type { OpenDatabase } from '#server/database/client.ts'
import type { UserId } from '#shared/ids.ts'
import type { TestDatabase } from '#tests/support/database/postgres.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { until } from './until.ts'

const asides = new WeakMap<TestDatabase, OpenDatabase>()

/**
 * A separate pool beside the server's. Two waiting requests and a job of the server leave none of its four connections to the
 * query that ends the wait.
 */
function asideOf(database: TestDatabase): OpenDatabase {
  const aside = asides.get(database) ?? database.connectAgain()
  asides.set(database, aside)
  return aside
}

/**
 * Starts two requests so that the first one locks the account before the second one does: the account's row stays locked until
 * both wait for it, or until the second one has ended without waiting.
 */
export async function inOrder<First, Second>(
  database: TestDatabase,
  userId: UserId,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const aside = asideOf(database)
  const blocker = await openTransaction(aside)
  await blocker.lock('users', userId)
  const one = first()
  await untilWaiting(aside, 1)
  const other = second()
  await Promise.race([untilWaiting(aside, 2), other])
  await blocker.end('commit')
  return Promise.all([one, other])
}

/** Waits until this many statements of a database wait for a lock. */
export const untilWaiting = (database: Pick<TestDatabase, 'sql'>, count: number) =>
  until(
    () => database.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    (rows) => rows.length >= count,
  )
