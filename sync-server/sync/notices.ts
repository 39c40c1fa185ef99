import { sql as fragment } from 'drizzle-orm'
import type { Queryable, Sql } from '#server/db.ts'
import type { Log } from '#server/log.ts'

/** What the triggers notify on. */
const CHANNEL = 'latchkey_sync'
const BEAT = 'beat'

/** Before the stored hash of a session that is over and leaves no mark: signed out by its own browser, replaced, or expired. */
export const OVER = 'over:'

/** Has every node close the live connections of these sessions, once the transaction commits. */
export async function notifyOver(db: Queryable, sids: readonly string[]) {
  if (sids.length === 0) return
  const list = JSON.stringify(sids)
  await db.execute(fragment`select pg_notify(${CHANNEL}, ${OVER} || sid) from jsonb_array_elements_text(${list}::jsonb) as sid`)
}

/** Silence for longer than this means that the connection is dead, whatever it thinks of itself. */
export const BEAT_MS = 15_000

export type Notices = { open: () => Promise<void>; close: () => Promise<void> }

type Deps = {
  sql: Sql
  /** One connection to the same database. */
  openSingle: () => Sql
  log: Log
  /** A commit somewhere: `directory` or `me:{principal}`. */
  onNotice: (topic: string) => void
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
export function createNotices({ sql, openSingle, log, onNotice, onGap, beatMs = BEAT_MS }: Deps): Notices {
  let connection: Sql | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let hasHeard = false
  let isFirst = true

  const listen = async () => {
    const own = openSingle()
    const old = connection
    connection = own
    await old?.end({ timeout: 0 })
    const onWord = (word: string) => {
      hasHeard = true
      if (word !== BEAT) onNotice(word)
    }
    await own.listen(CHANNEL, onWord, () => {
      hasHeard = true
      if (!isFirst) onGap()
      isFirst = false
    })
  }

  const beat = async () => {
    try {
      if (!hasHeard) await listen()
      hasHeard = false
      await sql`select pg_notify(${CHANNEL}, ${BEAT})`
    } catch (error) {
      log.warn({ err: error }, 'the database cannot be listened to')
    }
  }

  return {
    async open() {
      await listen()
      timer = setInterval(() => void beat(), beatMs)
    },
    async close() {
      clearInterval(timer)
      await connection?.end({ timeout: 1 })
    },
  }
}
