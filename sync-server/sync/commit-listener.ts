import type { Sql } from '#server/database/client.ts'
import type { Log } from '#server/log.ts'

/** What the triggers notify on. */
const CHANNEL = 'latchkey_sync'
const BEAT = 'beat'

/** Silence for longer than this means that the connection is dead, whatever it thinks of itself. */
export const HEARTBEAT_MS = 15_000

/** A connection that hears nothing although LISTEN was answered. */
const UNHEARD =
  'The database takes LISTEN and delivers no notice, as through a pooler that gives every transaction another connection. Set DATABASE_LISTEN_URL to the address of the database itself.'

export type Notices = {
  /** @throws Error when notices do not arrive */
  open: () => Promise<void>
  close: () => Promise<void>
}

type Deps = {
  sql: Sql
  /** One connection to the same database. */
  openSingle: () => Sql
  log: Log
  /** A commit somewhere: `directory` or `me:{principal}`. */
  onCommit: (topic: string) => void
  /** Listening began again, so some may have been missed. */
  onGap: () => void
  beatMs?: number
}

/**
 * Hears of every commit through LISTEN, on a connection of its own.
 *
 * The driver listens again after a lost connection, but gives up when the
 * database is still away at that moment. So a beat goes round through the
 * database, and when it does not come back, a new connection replaces the old.
 */
export function createCommitListener({ sql, openSingle, log, onCommit: onNotice, onGap, beatMs = HEARTBEAT_MS }: Deps): Notices {
  let connection: Sql | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let hasHeard = false
  let isFirst = true
  let onHeard: () => void = () => undefined

  const listen = async () => {
    const own = openSingle()
    const old = connection
    connection = own
    await old?.end({ timeout: 0 })
    const onWord = (word: string) => {
      hasHeard = true
      onHeard()
      if (word !== BEAT) onNotice(word)
    }
    await own.listen(CHANNEL, onWord, () => {
      hasHeard = true
      if (!isFirst) onGap()
      isFirst = false
    })
  }

  const sendBeat = () => sql`select pg_notify(${CHANNEL}, ${BEAT})`

  /** @throws Error when the first beat does not come round: then no device would ever be told of a change */
  const proveHeard = async () => {
    const heard = Promise.withResolvers<void>()
    onHeard = heard.resolve
    const late = setTimeout(() => heard.reject(new Error(UNHEARD)), beatMs)
    try {
      await sendBeat()
      await heard.promise
    } finally {
      clearTimeout(late)
    }
  }

  const heartbeat = async () => {
    try {
      if (!hasHeard) await listen()
      hasHeard = false
      await sendBeat()
    } catch (error) {
      log.warn({ err: error }, 'the database cannot be listened to')
    }
  }

  return {
    async open() {
      await listen()
      await proveHeard()
      timer = setInterval(() => void heartbeat(), beatMs)
    },
    async close() {
      clearInterval(timer)
      await connection?.end({ timeout: 1 })
    },
  }
}
