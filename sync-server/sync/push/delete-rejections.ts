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
 * Empties what refused changes of a principal say: it may quote a document of theirs. An account may have made a million changes, so a
 * job does it after the transaction that removes the rest.
 */
export async function forgetRefusals(tx: Queryable, principalId: PrincipalId) {
  // The clock that dates the marks.
  const [clock] = await tx.execute<{ until: string }>(sql`select clock_timestamp()::text as until`)
  await enqueueJob(tx, { kind: FORGET_REFUSALS, key: newId('fgr'), payload: { principalId, until: clock?.until } })
}

const Payload = v.object({ principalId: PrincipalId, until: v.string() })
const Cursor = v.optional(v.string(), '')
/** A fraction of a second. */
const BATCH_SIZE = 5000

export const forgetRefusalsJob =
  (db: Database, batchSize = BATCH_SIZE): JobHandler =>
  async (payload, run = detachedRun()) => {
    const last = await emptyRefusals(db, { ...v.parse(Payload, payload), after: v.parse(Cursor, run.cursor) }, batchSize)
    if (last === null) return undefined
    await run.saveCursor(last)
    return 'continue'
  }
