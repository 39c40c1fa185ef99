import type { PrivateDatabase } from './private-database.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The *lease*: the time for which a confirmation of the server lets a device show contacts. Afterwards they are hidden until the
 * next pull (`web/features/legal/README.md`, Privacy policy).
 */
export const REVALIDATE_AFTER_MS = 30 * DAY_MS
/**
 * The last days of the lease start when the app is opened, not by the calendar. Offline, a clock that jumps ahead looks like a
 * month without use: neither hides data immediately.
 */
const GRACE_MS = 3 * DAY_MS

/** Whether the private data of this device was confirmed by the server in the last 30 days. */
export async function isLeaseValid(db: PrivateDatabase, now = Date.now()): Promise<boolean> {
  const { validatedAt, overdueSince } = await readTimes(db)
  if (validatedAt === undefined) return false
  return !isOverdue(validatedAt, now) || (overdueSince !== undefined && now - overdueSince < GRACE_MS)
}

/** Inside a transaction: records that the app was opened, and starts the grace period if one is needed. */
export async function noteOpened(db: PrivateDatabase, now: number): Promise<void> {
  const { validatedAt, overdueSince } = await readTimes(db)
  if (validatedAt === undefined || !isOverdue(validatedAt, now)) return
  // A grace period from before the last confirmation is over, and so is one with a start in the future, from a clock that was
  // ahead.
  const isRunning = overdueSince !== undefined && overdueSince > validatedAt && overdueSince <= now
  if (!isRunning) await db.meta.put({ key: 'overdueSince', value: now })
}

const isOverdue = (validatedAt: number, now: number) => now - validatedAt >= REVALIDATE_AFTER_MS - GRACE_MS

async function readTimes(db: PrivateDatabase) {
  const [validatedAt, overdueSince] = await db.meta.bulkGet(['validatedAt', 'overdueSince'])
  return { validatedAt: validatedAt?.value as number | undefined, overdueSince: overdueSince?.value as number | undefined }
}
