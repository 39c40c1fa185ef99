import { drizzle } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import type { Database, OpenDatabase } from '#server/database/client.ts'

/** One process's life, which may be set to end after a number of steps. */
export type Life = { stepsLeft: number; readonly isOver: boolean; step: () => void; end: () => void }

export function createLife(): Life {
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
 * The same database as a process sees it that may be killed at any query: from there on
 * nothing it does arrives, and its open transactions are rolled back, as those of a lost
 * connection are. A commit may have arrived without its process hearing of it.
 */
export const mortalDatabase = (pool: OpenDatabase, life: Life): OpenDatabase => ({
  ...pool,
  // Without the schema: relational queries are not used, and reading it takes longer than a restart should.
  db: drizzle(mortal(pool.sql, life), { casing: 'snake_case' }) as unknown as Database,
})

function mortal(sql: postgres.Sql, life: Life): postgres.Sql {
  const nested =
    (begin: (work: (tx: postgres.TransactionSql) => unknown) => Promise<unknown>) =>
    async (work: (tx: postgres.Sql) => unknown) => {
      life.step()
      return begin(async (tx) => {
        const made = await work(mortal(tx as unknown as postgres.Sql, life))
        life.step()
        return made
      })
    }
  return new Proxy(sql, {
    get(target, name) {
      const own = Reflect.get(target, name)
      if (name === 'unsafe') {
        return (...args: Parameters<postgres.Sql['unsafe']>) => {
          life.step()
          return target.unsafe(...args)
        }
      }
      if (name === 'begin' || name === 'savepoint') return nested(own.bind(target))
      return own
    },
  })
}
