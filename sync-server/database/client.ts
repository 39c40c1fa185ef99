import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import * as schema from '#drizzle/schema/index.ts'
import { prepared } from './prepared-statements.ts'
import { observed, type StatementObserver } from './statement-observer.ts'

/** The pool, or a transaction on it: queries accept either. */
export type Database = PostgresJsDatabase<typeof schema>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type Queryable = Database | Transaction

export type Sql = postgres.Sql

export type OpenDatabase = {
  db: Database
  /** The driver, for statements that the query builder cannot express. */
  sql: Sql
  /**
   * Opens one additional connection, outside the pool and without its timeouts, for LISTEN and migrations. It connects directly
   * to the database where the pool uses a pooler. The caller closes it.
   */
  openSingle: () => Sql
  /** Follows each statement of the pool from now on, in the place of an earlier observer. */
  observeStatements: (observer: StatementObserver) => void
  close: () => Promise<void>
}

/** Address of a database: a URL, or the socket folder of an embedded one. */
export type DatabaseAddress = string | { socketPath: string; database: string }

/**
 * Timeouts in milliseconds for a statement, a wait for a lock, and a transaction that is idle. A fault that occupies a connection
 * then ends by itself, instead of exhausting the pool permanently.
 */
const TIMEOUTS = { statement_timeout: 30_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 30_000 }

/**
 * Seconds before a connection that failed is tried again. The driver's own pause grows to 20 s: requests would wait that long during
 * an outage, and after it.
 */
const reconnectAfter = (failures: number) => Math.min(0.05 * 2 ** failures, 0.25)

/**
 * Opens a pool on a database that exists and is migrated.
 *
 * A pooler between the node and the database rejects timeouts as connection parameters. With `prepare=false` in the address,
 * which poolers need, the timeouts are left to the settings of the database role, and a statement is sent when the one before has
 * ended: PgBouncer before 1.21 loses a statement that arrives while it takes the connection of the last transaction away.
 *
 * @param options.direct  the address without the pooler
 * @param options.timeouts  others than the usual, for a machine on which the work of seconds takes half a minute
 */
export function connect(
  address: DatabaseAddress,
  options: { max?: number | undefined; direct?: DatabaseAddress | undefined; timeouts?: Partial<typeof TIMEOUTS> } = {},
): OpenDatabase {
  const ownTimeouts = { ...TIMEOUTS, ...options.timeouts }
  const name = `latchkey ${crypto.randomUUID()}`
  const hasPooler = typeof address === 'string' && new URL(address).searchParams.get('prepare') === 'false'
  const open = (address: DatabaseAddress, max: number, timeouts: Partial<typeof TIMEOUTS>) => {
    const shared = {
      max,
      ...(hasPooler && { max_pipeline: 0 }),
      backoff: reconnectAfter,
      onnotice: () => undefined,
      connection: { application_name: name, ...timeouts },
    }
    if (typeof address === 'string') return postgres(address, shared)
    // postgres.js takes a unix socket as `path`; its types leave that option out.
    const local = { ...shared, username: 'postgres', database: address.database, path: address.socketPath }
    return postgres(local as postgres.Options<Record<string, never>>)
  }
  let observer: StatementObserver | undefined
  const sql = observed(prepared(open(address, options.max ?? 10, hasPooler ? {} : ownTimeouts)), () => observer)
  return {
    sql,
    db: queryBuilder(sql),
    openSingle: () => open(options.direct ?? address, 1, {}),
    observeStatements: (next) => {
      observer = next
    },
    close: () => sql.end({ timeout: 5 }),
  }
}

export const queryBuilder = (sql: Sql): Database => drizzle(sql, { schema, casing: 'snake_case' })
