import { type SQLWrapper, sql } from 'drizzle-orm'
import type { PrincipalId } from '#shared/ids.ts'
import type { Queryable } from './client.ts'

/** Stands for an id while a query is written. */
export type Key<Id extends string> = SQLWrapper & { readonly of?: Id }
export type PrincipalKey = Key<PrincipalId>

type Written<Rows> = { execute: (values: { key: string }) => Promise<Rows> }
/** What the builder's types leave out. */
type Writable<Rows> = { _prepare: () => Written<Rows> }

/**
 * A query that comes with every pull: the builder writes its text at the first call, and every other one, in whatever
 * transaction, only says whose rows it is about. Writing was half of what a pull cost this process.
 */
export function preparedQuery<Id extends string, Rows>(build: (db: Queryable, key: Key<Id>) => PromiseLike<Rows>) {
  let written: Written<Rows> | undefined
  return (db: Queryable, key: Id): Promise<Rows> => {
    written ??= (build(db, sql.placeholder('key')) as unknown as Writable<Rows>)._prepare()
    // A written query remembers the connection it was written on; this one is asked on that of the caller.
    const here = Object.assign(Object.create(Object.getPrototypeOf(written)), written, { client: clientOf(db) })
    return here.execute({ key })
  }
}

const clientOf = (db: Queryable) => (db as unknown as { session: { client: unknown } }).session.client
