import type postgres from 'postgres'
import type { Queryable } from './client.ts'

/**
 * The private fields of the query builder that the product reads. No other file reads a private field of a library.
 *
 * | Field | Of | Used for |
 * |---|---|---|
 * | `session.client` | the pool and a transaction of `drizzle-orm/postgres-js` | the connection of a caller |
 * | `client` | a prepared query of `drizzle-orm/postgres-js` | runs it on the connection of another caller |
 *
 * The builder has no public way to run a prepared query in a transaction that began later. A release that renames a field must
 * not run a query on another connection without notice: each function checks the field and throws, and
 * `driver-internals.pg.test.ts` fails.
 */
type SessionHolder = { session?: { client?: postgres.Sql } }
type ClientHolder = { client?: unknown }

/** A query whose text has been generated. */
export type PreparedQuery<Rows> = { execute: (values: Record<string, unknown>) => Promise<Rows> }

/** The connection of a transaction, or the pool. */
function clientOf(db: Queryable): postgres.Sql {
  const client = (db as unknown as SessionHolder).session?.client
  if (typeof client?.unsafe !== 'function') throw new Error('drizzle-orm does not have `session.client`')
  return client
}

/** A copy of a prepared query that runs on the connection of `db`. */
export function bindTo<Rows>(db: Queryable, query: PreparedQuery<Rows>): PreparedQuery<Rows> {
  if (typeof (query as ClientHolder).client !== 'function')
    throw new Error('a prepared query of drizzle-orm does not have `client`')
  return Object.assign(Object.create(Object.getPrototypeOf(query)), query, { client: clientOf(db) })
}
