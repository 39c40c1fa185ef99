import type postgres from 'postgres'
import type { OpenDatabase } from '#server/db.ts'

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
  return {
    async write(run) {
      if (isBroken) return
      await run(connection).catch(() => {
        isBroken = true
      })
    },
    async end(how) {
      await connection.unsafe(isBroken ? 'rollback' : how)
      connection.release()
    },
  }
}
