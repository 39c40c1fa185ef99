import { sql } from 'drizzle-orm'
import type { Transaction } from './client.ts'

/** Locks over all nodes for work that must not run concurrently. */
export const ADVISORY_LOCKS = {
  migration: 7_202_611,
  import: 7_202_612,
  stats: 7_202_613,
  snapshot: 7_202_614,
  reminders: 7_202_615,
  chunks: 7_202_616,
  extent: 7_202_617,
} as const

/** How long this transaction waits for a lock, for a statement and for its client at most, in the place of the pool's timeouts. */
export const setTimeouts = (tx: Transaction, ms: number) =>
  tx.execute(sql`select set_config(name, ${String(ms)}, true)
    from unnest(array['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) as name`)

/**
 * Waits until no other node holds the lock, and holds it until the transaction ends.
 *
 * @param waitMs  how long to wait, for locks whose holder may take longer than the statement timeout. It also becomes the timeout
 * of the statements that follow in this transaction
 */
export async function lockOverNodes(tx: Transaction, lock: keyof typeof ADVISORY_LOCKS, waitMs: number) {
  await setTimeouts(tx, waitMs)
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`)
}

/** Waits until no transaction holds the lock by `lockOverNodes`, and holds it beside others like this one until the transaction ends. */
export const shareLockOverNodes = (tx: Transaction, lock: keyof typeof ADVISORY_LOCKS) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS[lock]})`)
