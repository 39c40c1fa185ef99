import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Queryable } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { enqueueJob, type JobHandler } from '#server/jobs/queue.ts'
import { detachedRun } from '#server/jobs/run.ts'
import { emptyRefusals } from '#server/sync/queries.ts'
import { PrincipalId } from '#shared/ids.ts'

export const FORGET_REFUSALS = 'sync.forget-refusals'

/**
 * Deletes the messages of a principal's refused mutations, because they may quote a document. An account may have made a million
 * mutations, so a job does this after the transaction that erases the rest.
 */
export async function forgetRefusals(tx: Queryable, principalId: PrincipalId) {
  // The same clock that dates the processed rows.
  const [clock] = await tx.execute<{ until: string }>(sql`select clock_timestamp()::text as until`)
  await enqueueJob(tx, { kind: FORGET_REFUSALS, key: newId('fgr'), payload: { principalId, until: clock?.until } })
}

const Payload = v.object({ principalId: PrincipalId, until: v.string() })
const Progress = v.optional(v.string(), '')
/** A batch of this size takes a fraction of a second. */
const BATCH_SIZE = 5000

export const forgetRefusalsJob =
  (db: Database, batchSize = BATCH_SIZE): JobHandler =>
  async (payload, run = detachedRun()) => {
    const last = await emptyRefusals(db, { ...v.parse(Payload, payload), after: v.parse(Progress, run.progress) }, batchSize)
    if (last === null) return undefined
    await run.saveProgress(last)
    return 'continue'
  }
