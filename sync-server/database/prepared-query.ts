import { type SQLWrapper, sql } from 'drizzle-orm'
import type { PrincipalId } from '#shared/ids.ts'
import type { Queryable } from './client.ts'
import { bindTo, type PreparedQuery } from './driver-internals.ts'

/** Placeholder for an id while a query is built. */
export type Key<Id extends string> = SQLWrapper & { readonly of?: Id }
export type PrincipalKey = Key<PrincipalId>

type PreparableQuery<Rows> = { prepare: (name: string) => PreparedQuery<Rows> }

/** The builder requires a name. The driver does not use it: see `prepared-statements.ts`. */
const NAME = 'by key'

/**
 * A query that every pull runs. The builder generates its text at the first call; later calls, in any transaction, only bind the
 * id. Generating the text was half of the CPU cost of a pull in this process.
 */
export function preparedQuery<Id extends string, Rows>(build: (db: Queryable, key: Key<Id>) => PreparableQuery<Rows>) {
  let built: PreparedQuery<Rows> | undefined
  return (db: Queryable, key: Id): Promise<Rows> => {
    built ??= build(db, sql.placeholder('key')).prepare(NAME)
    // A built query stores the connection it was built on. The copy runs on the connection of the caller.
    return bindTo(db, built).execute({ key })
  }
}
