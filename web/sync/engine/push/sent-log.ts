import type { PrivateDatabase } from '#web/db/private-database.ts'

/** The sent log keeps one week, at most the last `SENT_LOG_SIZE` entries. */
export const SENT_KEPT_MS = 7 * 24 * 60 * 60 * 1000
export const SENT_LOG_SIZE = 100

export async function pruneSentLog(db: PrivateDatabase, now: number): Promise<void> {
  await db.sent
    .where('sentAt')
    .below(now - SENT_KEPT_MS)
    .delete()
  const surplus = (await db.sent.count()) - SENT_LOG_SIZE
  if (surplus > 0) await db.sent.orderBy('sentAt').limit(surplus).delete()
}
