import { createHash } from 'node:crypto'
import postgres from 'postgres'
import type { Sql } from '#server/database/client.ts'

/**
 * insufficient_privilege, undefined_function, feature_not_supported, wrong state: the errors of a hosted Postgres that hides
 * these functions.
 */
const REFUSALS = new Set(['42501', '42883', '0A000', '55000'])

/**
 * Identifies the history that cursors belong to.
 *
 * A restore, a promoted replica or a copied database continues with transaction ids that devices have already seen for other
 * changes. Each of these changes the epoch, and every device starts over. A promotion and a restore to a point in time start a new
 * timeline: where the host hides the identity of the cluster, the timeline alone is used. A dump that is restored into another
 * cluster brings cursors that are ahead of it, and those start over too.
 */
export const readEpoch = async (sql: Sql): Promise<string> => (await readState(sql)).epoch

async function readState(sql: Sql): Promise<{ epoch: string; seed: string }> {
  const [state] = await sql<{ seed: string }[]>`select epoch_seed as seed from sync_state where id = 1`
  if (!state) throw new Error('The table sync_state is empty: the migrations have not run.')
  const hash = createHash('sha256').update(`${await readCluster(sql)} ${state.seed}`)
  return { epoch: hash.digest('hex').slice(0, 32), seed: state.seed }
}

/**
 * The timeline comes from the WAL that is being written. The control file has the timeline of the last checkpoint: after a promotion
 * that is the earlier one until the next checkpoint completes, which takes minutes.
 */
async function readCluster(sql: Sql): Promise<string> {
  const identity = await unlessRefused(readIdentity(sql))
  const wal = await unlessRefused(readWal(sql))
  if (!identity) return wal ? `${wal.timeline}/${wal.database}` : ''
  const timeline = Math.max(identity.timeline, wal ? Number.parseInt(wal.timeline, 16) : 0)
  return `${identity.system}/${timeline}/${identity.database}`
}

async function readIdentity(sql: Sql) {
  const [row] = await sql<{ system: string; timeline: number; database: string }[]>`
    select system_identifier::text as system, timeline_id as timeline,
      (select oid::text from pg_database where datname = current_database()) as database
    from pg_control_system(), pg_control_checkpoint()`
  return row
}

/** The first eight digits of the name of a WAL file are its timeline. */
async function readWal(sql: Sql) {
  const [row] = await sql<{ timeline: string; database: string }[]>`
    select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
      (select oid::text from pg_database where datname = current_database()) as database`
  return row
}

const unlessRefused = <Value>(reading: Promise<Value>) =>
  reading.catch((error) => {
    if (error instanceof postgres.PostgresError && REFUSALS.has(error.code)) return undefined
    throw error
  })

/** The cluster's identity is read again at this interval; a changed seed takes effect immediately. */
const EPOCH_LIFE_MS = 10_000

export type Epochs = ReturnType<typeof createEpochs>

/** Epochs by the seed that was just read. Concurrent callers share one read. */
export function createEpochs(sql: Sql) {
  type Known = { epoch: string; seed: string; readAt: number }
  let known: Known | undefined
  let reading: Promise<Known> | undefined
  const read = () => {
    reading ??= readState(sql)
      .then((state) => {
        known = { ...state, readAt: performance.now() }
        return known
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const young = () => (known && performance.now() - known.readAt < EPOCH_LIFE_MS ? known : undefined)

  return {
    async ofSeed(seed: string): Promise<string> {
      const found = young() ?? (await read())
      // A read that was already running may be older than the seed.
      return found.seed === seed ? found.epoch : (await read()).epoch
    },

    /**
     * Reads the epoch before a transaction, for `known` within it. A transaction that requests a second connection beside its own
     * could wait for the pool indefinitely.
     */
    async prepare(): Promise<void> {
      if (!young()) await read()
    },

    /** For an interruption: the database that answers next may be another one. */
    forget(): void {
      known = undefined
    },

    /** @returns undefined when the seed differs from that of the last read */
    known: (seed: string): string | undefined => (known?.seed === seed ? known.epoch : undefined),
  }
}
