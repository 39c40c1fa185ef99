import type { Sql } from '#server/database/client.ts'
import type { Log } from '#server/log.ts'

/** The channel that the triggers notify. */
const CHANNEL = 'latchkey_sync'
const BEAT = 'beat'

/** A longer silence means that the connection is dead, even if its socket still looks open. */
export const HEARTBEAT_MS = 15_000

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
}

/**
 * Receives a notification for every commit through LISTEN, on a dedicated connection.
 *
 * The driver listens again after a lost connection, but stops trying when the database is still unreachable at that moment. So a
 * heartbeat is sent through the database, and when it does not arrive, a new connection replaces the old one.
 */
export function createCommitListener({ sql, openSingle, log, onCommit: onNotice, onGap, beatMs = HEARTBEAT_MS }: Deps): Notices {
  let connection: Sql | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let hasReceived = false
  let isFirst = true
  let onReceived: () => void = () => undefined

  const listen = async () => {
    const own = openSingle()
    const old = connection
    connection = own
    await old?.end({ timeout: 0 })
    const onPayload = (payload: string) => {
      hasReceived = true
      onReceived()
      if (payload !== BEAT) onNotice(payload)
    }
    await own.listen(CHANNEL, onPayload, () => {
      hasReceived = true
      if (!isFirst) onGap()
      isFirst = false
    })
  }

  const sendBeat = () => sql`select pg_notify(${CHANNEL}, ${BEAT})`

  /** @throws Error when the first heartbeat does not arrive: then no device would ever be notified of a change */
  const proveDelivery = async () => {
    const received = Promise.withResolvers<void>()
    onReceived = received.resolve
    const late = setTimeout(() => received.reject(new Error(NOT_RECEIVED)), beatMs)
    try {
      await sendBeat()
      await received.promise
    } finally {
      clearTimeout(late)
    }
  }

  const heartbeat = async () => {
    try {
      if (!hasReceived) await listen()
      hasReceived = false
      await sendBeat()
    } catch (error) {
      log.warn({ err: error }, 'LISTEN connection lost')
    }
  }

  return {
    async open() {
      await listen()
      await proveDelivery()
      timer = setInterval(() => void heartbeat(), beatMs)
    },
    async close() {
      clearInterval(timer)
      await connection?.end({ timeout: 1 })
    },
  }
}
