import type postgres from 'postgres'
import { onTestFinished, TestRunner } from 'vitest'
import type { OpenDatabase } from '#server/database/client.ts'
import { eventually } from '#tests/support/runner/eventually.ts'

/** A transaction that a test opens, keeps open as long as needed, and commits or rolls back. */
export type HeldTransaction = {
  write: (run: (sql: postgres.ReservedSql) => Promise<unknown>) => Promise<void>
  /** Locks the row with this id, or every row of the table. */
  lock: (table: string, id?: string) => Promise<void>
  end: (how: 'commit' | 'rollback') => Promise<void>
}

/** A write to a row that is locked by another open transaction fails its own transaction, as a deadlock would. */
export async function openTransaction({ sql }: OpenDatabase): Promise<HeldTransaction> {
  const connection = await sql.reserve()
  await connection`begin`
  await connection`set local lock_timeout = '20ms'`
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
  const lock: HeldTransaction['lock'] = (table, id) =>
    write((sql) => sql`select 1 from ${sql(table)} ${id === undefined ? sql`` : sql`where id = ${id}`} for update`)
  return { write, lock, end }
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
  await held.write((sql) => sql`select pg_advisory_xact_lock(hashtextextended('latchkey-payouts', 0))`)
  return held
}

/** No document gets a number until this transaction ends. */
export async function holdDocumentNumbers(database: OpenDatabase): Promise<HeldTransaction> {
  const held = await openTransaction(database)
  await held.write((sql) => sql`select pg_advisory_xact_lock(hashtextextended('latchkey-documents', 0))`)
  return held
}
