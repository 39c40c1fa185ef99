import type postgres from 'postgres'
import { onTestFinished, TestRunner } from 'vitest'
import type { OpenDatabase } from '#server/database/client.ts'

/** A transaction that a test opens, keeps open as long as needed, and commits or rolls back. */
export type HeldTransaction = {
  write: (run: (sql: postgres.ReservedSql) => Promise<unknown>) => Promise<void>
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
  return {
    async write(run) {
      if (isBroken) return
      await run(connection).catch(() => {
        isBroken = true
      })
    },
    end,
  }
}
