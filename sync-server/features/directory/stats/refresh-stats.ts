import type { Database, Queryable } from '#server/database/client.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { lockStats, writeStats } from './queries.ts'

export const REFRESH_STATS = 'directory.stats'
export const STATS_EVERY_SECONDS = 60

const WINDOW_MS = 30 * 24 * 60 * 60 * 1000

/** Recounts the demand of the last 30 days, and how investors reply. */
export async function refreshStats({ db, now }: { db: Database; now: () => Date }) {
  await db.transaction(async (tx) => {
    await lockStats(tx)
    const at = now()
    await writeStats(tx, new Date(at.getTime() - WINDOW_MS), at)
  })
}

/** A count reads the requests of 30 days: one run covers all requests recorded in this time. */
const COUNTED_AFTER_MS = 15_000

/** Schedules a count soon after a request was recorded; in the same transaction, and once for many requests. */
export const requestStats = (db: Queryable) =>
  enqueueJob(db, { kind: REFRESH_STATS, key: 'request', runAt: new Date(Date.now() + COUNTED_AFTER_MS) })
