import type postgres from 'postgres'

/**
 * Longer lists of values belong to one statement in bulk, whose text would hardly ever come back: planned under a name
 * it would only stay in the connection's memory.
 */
const MOST_PARAMETERS = 64

/**
 * Statements that come back are planned once a connection. The query builder hands over finished text, which the driver
 * does not name by itself; named, a pull costs half as much. `?prepare=false` in the database's address turns it off,
 * for poolers that give every transaction another connection.
 */
export function prepared<Client extends postgres.Sql | postgres.TransactionSql>(sql: Client): Client {
  const { unsafe } = sql
  Object.assign(sql, {
    unsafe: (text: string, parameters: never[] = [], options = {}) => {
      const comesBack = parameters.length > 0 && parameters.length <= MOST_PARAMETERS
      return unsafe(text, parameters, comesBack ? { ...options, prepare: true } : options)
    },
  })
  if ('begin' in sql) Object.assign(sql, { begin: withPreparedTransaction(sql.begin as never) })
  if ('savepoint' in sql) Object.assign(sql, { savepoint: withPreparedTransaction(sql.savepoint as never) })
  return sql
}

/** A transaction is a client of its own, handed to the work that comes last. */
const withPreparedTransaction =
  (call: (...args: unknown[]) => unknown) =>
  (...args: unknown[]) => {
    const work = args.pop() as (transaction: postgres.TransactionSql) => unknown
    return call(...args, (transaction: postgres.TransactionSql) => work(prepared(transaction)))
  }
