import type { MutationId } from '#shared/ids.ts'
import type { MutationResult } from '#shared/sync/push.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { assertSameGeneration } from '#web/sync/engine/outbox.ts'
import { countAnswer } from '#web/sync/engine/pull/apply-private-patch.ts'
import type { PushOutcome } from './push.ts'
import { pruneSentLog, SENT_LOG_SIZE } from './sent-log.ts'

/** Stores the results of one push batch, so that processed mutations are not sent again. */
export async function applyResults(db: PrivateDatabase, { results, principalId }: PushOutcome, now: number): Promise<void> {
  await db.transaction('rw', db.outbox, db.sent, db.meta, async () => {
    await assertSameGeneration(db)
    await countAnswer(db)
    await applyEach(db, results, now)
    if (principalId) await db.meta.put({ key: 'principalId', value: principalId })
  })
}

async function applyEach(db: PrivateDatabase, results: MutationResult[], now: number) {
  const isTaken = ({ status }: MutationResult) => status === 'applied' || status === 'duplicate'
  await logSent(
    db,
    results.filter(isTaken).map(({ id }) => id),
    now,
  )
  for (const { id, status, code, message, current } of results) {
    if (status === 'retry') await db.outbox.where({ id }).modify({ putOffAt: new Date(now).toISOString() })
    if (status !== 'refused') continue
    const refusal = { code: code ?? 'invalid', message: message ?? 'This change was not accepted.', current }
    await db.outbox.where({ id }).modify({ state: 'refused', refusal })
  }
}

/**
 * Inside a transaction: removes entries that the server has applied from the outbox and adds them to the sent log.
 *
 * @param now  milliseconds since the epoch
 */
export async function logSent(db: PrivateDatabase, ids: MutationId[], now: number): Promise<void> {
  if (ids.length === 0) return
  const entries = await db.outbox.where('id').anyOf(ids).sortBy('seq')
  await db.outbox.where('id').anyOf(ids).delete()
  await db.sent.bulkPut(
    entries.slice(-SENT_LOG_SIZE).map(({ id, name, args, madeAt }) => ({ id, name, args, madeAt, sentAt: now })),
  )
  await pruneSentLog(db, now)
}
