import type postgres from 'postgres'

/**
 * The private fields of the query builder and the driver that the product reads. No other file reads a private field of a library.
 *
 * | Field | Of | Used for |
 * |---|---|---|
 * | `session.client` | the pool and a transaction of `drizzle-orm/postgres-js` | the connection of a caller |
 * | `client` | a prepared query of `drizzle-orm/postgres-js` | runs it on the connection of another caller |
 * | `handler`, `resolve`, `reject`, `strings` | a query of `postgres` | the duration and the text of a statement |
 *
 * The builder has no public way to run a prepared query in a transaction that began later. The driver reports when a statement is
 * sent (`debug`), and not when it ends. A release that renames a field must
 * not run a query on another connection without notice: each function checks the field and throws, and
 * `driver-internals.pg.test.ts` fails.
 */
type SessionHolder = { session?: { client?: postgres.Sql } }
type ClientHolder = { client?: unknown }

/** A query whose text has been generated. */
export type PreparedQuery<Rows> = { execute: (values: Record<string, unknown>) => Promise<Rows> }

/** The connection of a transaction, or the pool. */
function clientOf(db: object): postgres.Sql {
  const client = (db as unknown as SessionHolder).session?.client
  if (typeof client?.unsafe !== 'function') throw new Error('drizzle-orm does not have `session.client`')
  return client
}

/** A copy of a prepared query that runs on the connection of `db`, the pool or a transaction. */
export function bindTo<Rows>(db: object, query: PreparedQuery<Rows>): PreparedQuery<Rows> {
  if (typeof (query as ClientHolder).client !== 'function')
    throw new Error('a prepared query of drizzle-orm does not have `client`')
  return Object.assign(Object.create(Object.getPrototypeOf(query)), query, { client: clientOf(db) })
}

/** A query of the driver, as far as it is read. It is sent when its handler is called. */
type DriverQuery = {
  strings?: readonly string[]
  handler?: (query: unknown) => unknown
  resolve?: (result: unknown) => void
  reject?: (error: unknown) => void
}

/** What the driver returns for a name or a list of values is no query. A fragment is one, and is never sent. */
export const isQuery = (made: unknown): made is DriverQuery =>
  made instanceof Promise && typeof (made as DriverQuery).handler === 'function'

/**
 * Calls `begin` when a query is sent, or waits for a connection, and the function that it returns once with the result, or without
 * one when the query fails.
 *
 * @param begin  gets the text with `$n` for each value
 * @throws Error when the driver does not have the private fields
 */
export function followQuery(query: DriverQuery, begin: (text: string) => (result?: unknown) => void) {
  const { handler, strings } = query
  if (!handler || !Array.isArray(strings)) throw new Error('postgres does not have `handler` and `strings` of a query')
  query.handler = (sent) => {
    const { resolve, reject } = query
    if (!resolve || !reject) throw new Error('postgres does not have `resolve` and `reject` of a query')
    const end = begin(strings.length === 1 ? strings[0] : joinStrings(strings))
    query.resolve = (result) => {
      end(result)
      resolve(result)
    }
    query.reject = (error) => {
      end()
      reject(error)
    }
    return handler(sent)
  }
}

const joinStrings = (strings: readonly string[]) =>
  strings.reduce((text, part, at) => (at === 0 ? part : `${text}$${at}${part}`), '')
