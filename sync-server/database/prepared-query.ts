import { type SQLWrapper, sql } from 'drizzle-orm'
import type { PrincipalId } from '#shared/ids.ts'
import type { Queryable } from './client.ts'

/** Placeholder for an id while a query is built. */
export type Key<Id extends string> = SQLWrapper & { readonly of?: Id }
export type PrincipalKey = Key<PrincipalId>

type PreparedQuery<Rows> = { execute: (values: { key: string }) => Promise<Rows> }
/** A method that the types of the builder leave out. */
type PreparableQuery<Rows> = { _prepare: () => PreparedQuery<Rows> }

/**
 * A query that every pull runs. The builder generates its text at the first call; later calls, in any transaction, only bind the
 * id. Generating the text was half of the CPU cost of a pull in this process.
 */
export function preparedQuery<Id extends string, Rows>(build: (db: Queryable, key: Key<Id>) => PromiseLike<Rows>) {
  let built: PreparedQuery<Rows> | undefined
  return (db: Queryable, key: Id): Promise<Rows> => {
    built ??= (build(db, sql.placeholder('key')) as unknown as PreparableQuery<Rows>)._prepare()
    // A built query stores the connection it was built on. This copy runs on the connection of the caller.
    const bound = Object.assign(Object.create(Object.getPrototypeOf(built)), built, { client: clientOf(db) })
    return bound.execute({ key })
  }
}

const clientOf = (db: Queryable) => (db as unknown as { session: { client: unknown } }).session.client
