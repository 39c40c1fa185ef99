import type { Sql } from 'postgres'
import type { ProductServer } from '#tests/e2e/support/server.ts'

/** Tables on which every write of the server waits. */
export type LockedTables = {
  /** A pool of its own. It remains open after `release`, until `close`. */
  sql: Sql
  /** The number of locks on these tables that a transaction of the server waits for. */
  countWaiting: () => Promise<number>
  /** Lets the waiting writes continue. */
  release: () => Promise<void>
  close: () => Promise<void>
}

/** Locks tables of the product's database. With `access exclusive`, reads wait as well. */
export async function lockTables(
  server: Pick<ProductServer, 'openDatabase'>,
  tables: string[],
  mode: 'exclusive' | 'access exclusive' = 'exclusive',
): Promise<LockedTables> {
  const { sql, close } = await server.openDatabase()
  const holder = await sql.reserve()
  await holder`begin`
  // A browser can take longer than the product lets an idle transaction last.
  await holder`set local idle_in_transaction_session_timeout = 0`
  await holder.unsafe(`lock table ${tables.join(', ')} in ${mode} mode`)
  return {
    sql,
    countWaiting: async () =>
      (await sql`select from pg_locks where not granted and relation = any(${tables}::regclass[])`).length,
    release: async () => {
      await holder`rollback`
      holder.release()
    },
    close,
  }
}
