import type { MutationId } from '#shared/ids.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'

/** What was sent stays to be looked at for a week, and of a busy week its last part. */
export const SENT_KEPT_MS = 7 * 24 * 60 * 60 * 1000
export const SENT_KEPT = 100

/**
 * Inside a transaction: the server has these entries, so they leave the outbox.
 *
 * @param now  milliseconds since the epoch
 */
export async function moveToSent(db: PrivateDatabase, ids: MutationId[], now: number): Promise<void> {
  if (ids.length === 0) return
  const entries = await db.outbox.where('id').anyOf(ids).sortBy('seq')
  await db.outbox.where('id').anyOf(ids).delete()
  await db.sent.bulkPut(entries.slice(-SENT_KEPT).map(({ id, name, args, madeAt }) => ({ id, name, args, madeAt, sentAt: now })))
  await pruneSent(db, now)
}

export async function pruneSent(db: PrivateDatabase, now: number): Promise<void> {
  await db.sent
    .where('sentAt')
    .below(now - SENT_KEPT_MS)
    .delete()
  const surplus = (await db.sent.count()) - SENT_KEPT
  if (surplus > 0) await db.sent.orderBy('sentAt').limit(surplus).delete()
}
