import type postgres from 'postgres'

/**
 * Longer parameter lists belong to bulk statements, whose text rarely recurs. As a named prepared statement it would only occupy
 * memory of the connection.
 */
const MAX_PARAMETERS = 64

/**
 * Recurring statements are prepared once per connection. The query builder passes finished text, which the driver does not
 * prepare by default; prepared, a pull costs half as much. `?prepare=false` in the address of the database disables it, for
 * poolers that assign another connection to every transaction.
 */
export function prepared<Client extends postgres.Sql | postgres.TransactionSql>(sql: Client): Client {
  const { unsafe } = sql
  Object.assign(sql, {
    unsafe: (text: string, parameters: never[] = [], options = {}) => {
      const isRecurring = parameters.length > 0 && parameters.length <= MAX_PARAMETERS
      return unsafe(text, parameters, isRecurring ? { ...options, prepare: true } : options)
    },
  })
  if ('begin' in sql) Object.assign(sql, { begin: withPreparedTransaction(sql.begin as never) })
  if ('savepoint' in sql) Object.assign(sql, { savepoint: withPreparedTransaction(sql.savepoint as never) })
  return sql
}

/** A transaction is a separate client, passed to the callback, which is the last argument. */
const withPreparedTransaction =
  (call: (...args: unknown[]) => unknown) =>
  (...args: unknown[]) => {
    const work = args.pop() as (transaction: postgres.TransactionSql) => unknown
    return call(...args, (transaction: postgres.TransactionSql) => work(prepared(transaction)))
  }
