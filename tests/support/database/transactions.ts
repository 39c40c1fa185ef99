import type postgres from 'postgres'
import { onTestFinished, TestRunner } from 'vitest'
import type { OpenDatabase } from '#server/database/client.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { DEADLINE_MS } from '#tests/support/until.ts'

const WRITE_WAITS_MS = 20

/** A transaction that a test opens, keeps open as long as needed, and commits or rolls back. */
export type HeldTransaction = {
  write: (run: (sql: postgres.ReservedSql) => Promise<unknown>) => Promise<void>
  /** Locks the row with this id, or every row of the table, once it is free. */
  lock: (table: string, id?: string) => Promise<void>
  /** Takes a lock that is not that of a row, once it is free. */
  lockNamed: (name: string) => Promise<void>
  end: (how: 'commit' | 'rollback') => Promise<void>
}

/** A write to a row that is locked by another open transaction fails its own transaction, as a deadlock would. */
export async function openTransaction({ sql }: OpenDatabase): Promise<HeldTransaction> {
  const connection = await sql.reserve()
  await connection`begin`
  const limitWaits = (ms: number) => connection`select set_config('lock_timeout', ${String(ms)}, true)`
  await limitWaits(WRITE_WAITS_MS)
  // A machine under load takes longer than the product lets a transaction idle.
  await connection`set local idle_in_transaction_session_timeout = 0`
  let isBroken = false
  let isEnded = false
  const end = async (how: 'commit' | 'rollback') => {
    if (isEnded) return
    isEnded = true
    await connection.unsafe(isBroken ? 'rollback' : how)
    connection.release()
  }
  // A test that fails before its end would leave the transaction, and its connection, open for all later tests.
  if (TestRunner.getCurrentTest()) onTestFinished(() => end('rollback'))
  const write: HeldTransaction['write'] = async (run) => {
    if (isBroken) return
    await run(connection).catch(() => {
      isBroken = true
    })
  }
  /** What the rest of a test depends on: a leftover transaction may hold it for a moment. */
  const hold = async (run: () => Promise<unknown>) => {
    await limitWaits(DEADLINE_MS)
    await run().catch((error: unknown) => {
      isBroken = true
      throw error
    })
    await limitWaits(WRITE_WAITS_MS)
  }
  const lock: HeldTransaction['lock'] = (table, id) => {
    const rows = id === undefined ? connection`` : connection`where id = ${id}`
    return hold(async () => connection`select 1 from ${connection(table)} ${rows} for update`)
  }
  const lockNamed: HeldTransaction['lockNamed'] = (name) =>
    hold(async () => connection`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  return { write, lock, lockNamed, end }
}

/**
 * Waits until every transaction has ended that began before this call, in any database of the cluster. A snapshot counts changes
 * that are younger than the oldest open transaction as possibly new, also when that transaction belongs to another test file.
 */
export async function olderTransactionsEnded({ sql }: Pick<OpenDatabase, 'sql'>) {
  const [next] = await sql<{ xid: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`
  const hasEnded = async () => {
    const [row] = await sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${next?.xid ?? ''}::xid8 as yes`
    if (!row?.yes) throw new Error('A transaction that began before is still open.')
  }
  await eventually(hasEnded)
}

/** A transaction that holds the lock of all payouts. */
export async function holdPayouts(database: OpenDatabase): Promise<HeldTransaction> {
  const held = await openTransaction(database)
  await held.lockNamed('latchkey-payouts')
  return held
}

/** No document gets a number until this transaction ends. */
export async function holdDocumentNumbers(database: OpenDatabase): Promise<HeldTransaction> {
  const held = await openTransaction(database)
  await held.lockNamed('latchkey-documents')
  return held
}
