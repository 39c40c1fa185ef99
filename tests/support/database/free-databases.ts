import { connect, type OpenDatabase } from '#server/database/client.ts'
import { END_MS, lend } from './lent-pool.ts'
import { findObstacle, readTemplate, restoreTemplate, type TemplateState } from './template-state.ts'

export type NewDatabase = { database: string; pool: OpenDatabase; drop: () => Promise<void> }

/** Each connection keeps the plan of every statement that it ran: so many files of different features fill its memory. */
const MAX_USES = 60

/**
 * Databases as the migrated template, one user after the other. The connections of a database that had a user know the catalogue and
 * have planned the product's statements. A database that is not as the template after its user is dropped.
 *
 * @param create  copies the template
 * @param endMs  longest wait for statements that are not over at a user's end
 */
export function databaseLender(socketPath: string, create: () => Promise<NewDatabase>, endMs = END_MS) {
  const free: (NewDatabase & { uses: number })[] = []
  const closed = connect({ socketPath, database: 'postgres' }, { max: 1 })
  void closed.close()
  let state: Promise<TemplateState> | undefined

  const drop = async ({ pool, drop }: NewDatabase) => {
    await pool.close()
    await drop()
  }

  /** @returns `end`, which returns why the database is dropped, if it is */
  async function borrow() {
    const kept = free.pop() ?? { ...(await create()), uses: 0 }
    kept.uses += 1
    const { sql } = kept.pool
    // The first user's database is as new.
    state ??= readTemplate(sql)
    const template = await state
    const { lent, end } = lend(kept.pool, closed.sql, endMs)

    const prepare = async (check: () => void) => {
      const obstacle = (await end()) ?? (kept.uses < MAX_USES ? undefined : 'many uses')
      check()
      const found = obstacle ?? (await findObstacle(sql, template))
      if (!found) await restoreTemplate(sql, template)
      return found
    }
    /** @param check  throws when the user has done what a user must not do */
    const giveBack = async (check: () => void = () => undefined): Promise<string | undefined> => {
      const obstacle = await prepare(check).catch(String)
      if (obstacle) await drop(kept)
      else free.push(kept)
      return obstacle
    }
    return { database: kept.database, lent, giveBack }
  }

  return { borrow, dropFree: () => Promise.all(free.splice(0).map(drop)) }
}
