import { drizzle } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import type { Database, OpenDatabase } from '#server/database/client.ts'

/** The lifecycle of one process, which can be set to end after a number of steps. */
export type Lifecycle = { stepsLeft: number; readonly isOver: boolean; step: () => void; end: () => void }

export function createLifecycle(): Lifecycle {
  return {
    stepsLeft: Number.POSITIVE_INFINITY,
    get isOver() {
      return this.stepsLeft <= 0
    },
    step() {
      if (this.isOver) throw new Error('killed')
      this.stepsLeft -= 1
      if (this.isOver) throw new Error('killed')
    },
    end() {
      this.stepsLeft = 0
    },
  }
}

/**
 * The same database as seen by a process that may be killed at any query: from there on none of its queries arrives, and its open
 * transactions are rolled back, as with a lost connection. A commit may have arrived without the process receiving the result.
 */
export const mortalDatabase = (pool: OpenDatabase, lifecycle: Lifecycle): OpenDatabase => ({
  ...pool,
  // Without the schema: relational queries are not used, and reading it takes longer than a restart should.
  db: drizzle(mortal(pool.sql, lifecycle), { casing: 'snake_case' }) as unknown as Database,
})

function mortal(sql: postgres.Sql, lifecycle: Lifecycle): postgres.Sql {
  const nested =
    (begin: (work: (tx: postgres.TransactionSql) => unknown) => Promise<unknown>) =>
    async (work: (tx: postgres.Sql) => unknown) => {
      lifecycle.step()
      return begin(async (tx) => {
        const made = await work(mortal(tx as unknown as postgres.Sql, lifecycle))
        lifecycle.step()
        return made
      })
    }
  return new Proxy(sql, {
    get(target, name) {
      const own = Reflect.get(target, name)
      if (name === 'unsafe') {
        return (...args: Parameters<postgres.Sql['unsafe']>) => {
          lifecycle.step()
          return target.unsafe(...args)
        }
      }
      if (name === 'begin' || name === 'savepoint') return nested(own.bind(target))
      return own
    },
  })
}
