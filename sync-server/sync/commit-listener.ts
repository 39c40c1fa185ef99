import type { Sql } from '#server/database/client.ts'
import type { Log } from '#server/log.ts'

/** The channel that the triggers notify. */
const CHANNEL = 'latchkey_sync'
const BEAT = 'beat'

const HEARTBEAT_MS = 2_000
/** A heartbeat that takes longer means that the connection is dead, even if its socket still looks open. */
const DEADLINE_MS = 5_000
/** Between two attempts while the database does not answer. */
const RETRY_MS = 500
/** A database that has just started may be slow. */
const START_MS = 15_000

/** The error for a connection that receives no notification although LISTEN succeeded. */
const NOT_RECEIVED =
  'The database takes LISTEN and delivers no notice, as through a pooler that gives every transaction another connection. Set DATABASE_LISTEN_URL to the address of the database itself.'

export type Notices = {
  /** @throws Error when notifications do not arrive */
  open: () => Promise<void>
  close: () => Promise<void>
}

type Deps = {
  sql: Sql
  /** Opens one connection to the same database. */
  openSingle: () => Sql
  log: Log
  /** Called for each commit on any node with its topic, `directory` or `me:{principal}`. */
  onCommit: (topic: string) => void
  /** Listening was interrupted and restarted, so notifications may have been missed. */
  onGap: () => void
  beatMs?: number
  deadlineMs?: number
  startMs?: number
}

/**
 * Receives a notification for every commit through LISTEN, on a dedicated connection.
 *
 * The driver listens again after a lost connection, but stops trying when the database is still unreachable at that moment. So a
 * heartbeat is sent through the database, and when it does not arrive, a new connection replaces the old one.
 */
export function createCommitListener({ sql, openSingle, log, onCommit: onNotice, onGap, ...times }: Deps): Notices {
  const { beatMs = HEARTBEAT_MS, deadlineMs = DEADLINE_MS, startMs = START_MS } = times
  let connection: Sql | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let isFailing = false
  let isFirst = true
  let onBeat: () => void = () => undefined

  const listen = async () => {
    const own = openSingle()
    const old = connection
    connection = own
    await old?.end({ timeout: 0 })
    const onPayload = (payload: string) => {
      if (payload === BEAT) onBeat()
      else onNotice(payload)
    }
    await own.listen(CHANNEL, onPayload, () => {
      if (!isFirst) onGap()
      isFirst = false
    })
  }

  /** @returns whether a heartbeat arrives in time */
  const beat = async (withinMs: number): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    onBeat = () => resolve(true)
    const late = setTimeout(() => resolve(false), withinMs)
    try {
      await sql`select pg_notify(${CHANNEL}, ${BEAT})`
      return await promise
    } finally {
      clearTimeout(late)
    }
  }

  const check = async () => {
    try {
      if (isFailing || !(await beat(deadlineMs))) await listen()
      isFailing = false
      // Closed while it was replaced.
      if (isClosed) await connection?.end({ timeout: 1 })
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'LISTEN connection lost')
      isFailing = true
    }
    plan(isFailing ? RETRY_MS : beatMs)
  }
  const plan = (ms: number) => {
    if (!isClosed) timer = setTimeout(() => void check(), ms)
  }

  return {
    async open() {
      await listen()
      if (!(await beat(startMs))) throw new Error(NOT_RECEIVED)
      plan(beatMs)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await connection?.end({ timeout: 1 })
    },
  }
}
