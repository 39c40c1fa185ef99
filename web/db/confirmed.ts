import type { PrivateDatabase } from './private-database.ts'

/** What was unlocked is hidden once the server has not confirmed it for so long, until the next pull does (SECURITY, Privacy). */
export const REVALIDATE_AFTER_MS = 30 * 24 * 60 * 60 * 1000

/** Whether what this device holds was confirmed by the server in the last 30 days. */
export async function isConfirmed(db: PrivateDatabase, now = Date.now()): Promise<boolean> {
  const validatedAt = await db.getMeta('validatedAt')
  return validatedAt !== undefined && now - validatedAt < REVALIDATE_AFTER_MS
}
