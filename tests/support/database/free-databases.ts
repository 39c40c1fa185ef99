import { connect, type OpenDatabase } from '#server/database/client.ts'
import { lend } from './lent-pool.ts'
import { findObstacle, readTemplate, restoreTemplate, type TemplateState } from './template-state.ts'

export type KeptDatabase = { database: string; drop: () => Promise<void>; pool: OpenDatabase; uses: number }

type OfWorker = { closed: OpenDatabase; free: KeptDatabase[]; state?: Promise<TemplateState> }

// Outside of the module, which a file may evaluate again.
const global = globalThis as { keptDatabases?: Map<string, OfWorker> }
global.keptDatabases ??= new Map()
const workers = global.keptDatabases

/** Prepared statements of so many files take memory in each connection. */
const MAX_USES = 60

function ofWorker(socketPath: string): OfWorker {
  const known = workers.get(socketPath)
  if (known) return known
  const closed = connect({ socketPath, database: 'postgres' }, { max: 1 })
  void closed.close()
  const made: OfWorker = { closed, free: [] }
  workers.set(socketPath, made)
  return made
}

/**
 * A database as the migrated template, with a pool whose connections know the catalogue and have planned the product's statements.
 *
 * @param create  makes one when none is free
 */
export async function borrowDatabase(socketPath: string, create: () => Promise<KeptDatabase>) {
  const worker = ofWorker(socketPath)
  const kept = worker.free.pop() ?? (await create())
  kept.uses += 1
  worker.state ??= readTemplate(kept.pool.sql)
  const state = await worker.state
  const { lent, end } = lend(kept.pool, closedOf(worker))

  const drop = async () => {
    await kept.pool.close()
    await kept.drop()
  }
  /** Keeps it for the next user, or drops it. @returns why it was dropped */
  const giveBack = async (): Promise<string | undefined> => {
    const obstacle =
      (await end()) ??
      (await findObstacle(kept.pool.sql, state)) ??
      (kept.uses >= Number(process.env.REUSE_MAX ?? MAX_USES) ? 'many uses' : undefined)
    if (obstacle) await drop()
    else {
      await restoreTemplate(kept.pool.sql, state)
      worker.free.push(kept)
    }
    if (process.env.REUSE_LOG)
      (await import('node:fs')).appendFileSync(
        process.env.REUSE_LOG,
        `${(await import('vitest')).expect.getState().testPath?.replace(/.*reuse-db./, '')} ${kept.uses} ${obstacle ?? 'kept'}\n`,
      )
    return obstacle
  }
  return {
    database: kept.database,
    lent,
    giveBack,
    drop: async () => {
      await end()
      await drop()
    },
  }
}

const closedOf = ({ closed }: OfWorker) => closed.sql
