import type postgres from 'postgres'
import { onTestFinished, TestRunner } from 'vitest'
import type { OpenDatabase } from '#server/database/client.ts'

/** A transaction that a test opens, holds open as long as it likes, and ends one way or the other. */
export type HeldTransaction = {
  write: (run: (sql: postgres.ReservedSql) => Promise<unknown>) => Promise<void>
  end: (how: 'commit' | 'rollback') => Promise<void>
}

/** A write that meets a row another open transaction holds fails its own, as a deadlock would. */
export async function openTransaction({ sql }: OpenDatabase): Promise<HeldTransaction> {
  const connection = await sql.reserve()
  await connection`begin`
  await connection`set local lock_timeout = '20ms'`
  let isBroken = false
  let isEnded = false
  const end = async (how: 'commit' | 'rollback') => {
    if (isEnded) return
    isEnded = true
    await connection.unsafe(isBroken ? 'rollback' : how)
    connection.release()
  }
  // A test that fails before its end would leave the transaction, and the connection, to all that follow.
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
