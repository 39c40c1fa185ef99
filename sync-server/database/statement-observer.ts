import type postgres from 'postgres'
import { followQuery, isQuery } from './driver-internals.ts'

/**
 * Called when a statement is sent, or waits for a connection, with its text. Values are not in it, unless the caller wrote them
 * into the text. It returns what is called once with the number of rows, if
 * the statement has one, and whether it failed.
 */
export type StatementObserver = (text: string) => (rows?: number, isFailed?: boolean) => void

type Client = postgres.Sql | postgres.TransactionSql
type Call = (...args: unknown[]) => unknown

/**
 * A client whose statements are reported, also those of its transactions. The `begin` of a transaction waits for a connection and
 * is reported. The driver sends `commit` and savepoints itself: they are not reported, nor is the additional connection of LISTEN.
 * No statement of the product uses a cursor, which would replace what is followed.
 */
export function observed<Observed extends Client>(sql: Observed, observer: () => StatementObserver | undefined): Observed {
  const follow = (made: unknown) => {
    const observe = observer()
    if (observe && isQuery(made)) {
      followQuery(made, (text) => {
        const end = observe(text)
        return (result) => end(rowsOf(result), result === undefined)
      })
    }
    return made
  }
  const { unsafe } = sql as { unsafe: Call }
  Object.assign(sql, { unsafe: (...args: unknown[]) => follow(unsafe(...args)) })
  for (const name of ['begin', 'savepoint'] as const) {
    const call = (sql as { begin?: Call; savepoint?: Call })[name]
    if (call) Object.assign(sql, { [name]: withObserved(call, observer) })
  }
  return new Proxy(sql, { apply: (target, _, args) => follow((target as Call)(...args)) })
}

/** A transaction is a separate client, passed to the callback, which is the last argument. */
const withObserved =
  (call: Call, observer: () => StatementObserver | undefined): Call =>
  (...args) => {
    const work = args.pop() as (transaction: postgres.TransactionSql) => unknown
    return call(...args, (transaction: postgres.TransactionSql) => work(observed(transaction, observer)))
  }

const rowsOf = (result: unknown) => (result as { count?: number | null } | undefined)?.count ?? undefined
