import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import * as schema from '#drizzle/schema/index.ts'
import { prepared } from './prepared.ts'

/** The pool, or a transaction on it: queries take either. */
export type Database = PostgresJsDatabase<typeof schema>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type Queryable = Database | Transaction

export type Sql = postgres.Sql

export type OpenDatabase = {
  db: Database
  /** The driver itself, for what the builder cannot say. */
  sql: Sql
  /** One connection more, apart from the pool, for LISTEN. Whoever opens it ends it. */
  openListener: () => Sql
  close: () => Promise<void>
}

/** Where a database is: an address, or the socket folder of an embedded one. */
export type DatabaseAddress = string | { socketPath: string; database: string }

/** Opens a pool on a database that exists and is migrated. */
export function connect(address: DatabaseAddress, options: { max?: number } = {}): OpenDatabase {
  const name = `latchkey ${crypto.randomUUID()}`
  const open = (max: number) => {
    const shared = { max, onnotice: () => undefined, connection: { application_name: name } }
    if (typeof address === 'string') return postgres(address, shared)
    // postgres.js takes a unix socket as `path`; its types leave that option out.
    const local = { ...shared, username: 'postgres', database: address.database, path: address.socketPath }
    return postgres(local as postgres.Options<Record<string, never>>)
  }
  const sql = prepared(open(options.max ?? 10))
  return {
    sql,
    db: drizzle(sql, { schema, casing: 'snake_case' }),
    openListener: () => open(1),
    close: () => sql.end({ timeout: 5 }),
  }
}
