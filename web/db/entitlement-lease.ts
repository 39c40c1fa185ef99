import type { PrivateDatabase } from './private-database.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What was unlocked is hidden once the server has not confirmed it for so long, until the next pull does (SECURITY, Privacy). */
export const REVALIDATE_AFTER_MS = 30 * DAY_MS
/**
 * The last of these days begin when the app is opened, not by the calendar. A clock that jumps ahead, and a month in a drawer, look
 * alike without a network: neither hides at once what is needed now.
 */
const GRACE_MS = 3 * DAY_MS

/** Whether what this device holds was confirmed by the server in the last 30 days. */
export async function isLeaseValid(db: PrivateDatabase, now = Date.now()): Promise<boolean> {
  const { validatedAt, overdueSince } = await readTimes(db)
  if (validatedAt === undefined) return false
  return !isOverdue(validatedAt, now) || (overdueSince !== undefined && now - overdueSince < GRACE_MS)
}

/** Inside a transaction: the app is opened, and the grace begins if what is here needs one. */
export async function noteOpened(db: PrivateDatabase, now: number): Promise<void> {
  const { validatedAt, overdueSince } = await readTimes(db)
  if (validatedAt === undefined || !isOverdue(validatedAt, now)) return
  // One from before the last confirmation is over, and so is one of a clock that was ahead.
  const isRunning = overdueSince !== undefined && overdueSince > validatedAt && overdueSince <= now
  if (!isRunning) await db.meta.put({ key: 'overdueSince', value: now })
}

const isOverdue = (validatedAt: number, now: number) => now - validatedAt >= REVALIDATE_AFTER_MS - GRACE_MS

async function readTimes(db: PrivateDatabase) {
  const [validatedAt, overdueSince] = await db.meta.bulkGet(['validatedAt', 'overdueSince'])
  return { validatedAt: validatedAt?.value as number | undefined, overdueSince: overdueSince?.value as number | undefined }
}
