import type { Database } from '#server/database/client.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import type { Schedule } from '#server/jobs/worker.ts'
import { CHANGES_KEPT_HOURS } from '#server/sync/private/private-mark.ts'
import { DELETE_CHUNKS, deleteChunksJob } from '#server/sync/public/delete-chunks.ts'
import type { DirectoryLane } from '#server/sync/public/public-lane.ts'
import { FORGET_REFUSALS, forgetRefusalsJob } from '#server/sync/push/delete-rejections.ts'
import { TOMBSTONE_DAYS } from '#shared/sync/protocol.ts'
import { prunePrivateChanges, pruneProcessed, pruneSnapshots, pruneTombstones } from './queries.ts'

/** A device in the middle of a download can still fetch its chunks. */
const SNAPSHOT_GRACE_HOURS = 24

/** Longer than the oldest outbox: a browser deletes the cookies of a site after 400 days. */
const MARK_DAYS = 500

export const syncJobs = ({ db, lane }: { db: Database; lane: DirectoryLane }): JobHandlers => ({
  'sync.snapshot': () => lane.refreshSnapshot(),
  'sync.mend-stamps': () => lane.mendStamps(),
  [DELETE_CHUNKS]: deleteChunksJob(db),
  [FORGET_REFUSALS]: forgetRefusalsJob(db),
  'sync.retention': async () => {
    await pruneTombstones(db, TOMBSTONE_DAYS)
    await pruneSnapshots(db, SNAPSHOT_GRACE_HOURS)
    await pruneProcessed(db, MARK_DAYS)
    await prunePrivateChanges(db, CHANGES_KEPT_HOURS)
  },
})

export const syncSchedules: Schedule[] = [
  // A dump is restored before a start, and its stamps are those of another cluster.
  { kind: 'sync.mend-stamps', everySeconds: 24 * 60 * 60, runsAtStart: true },
  { kind: 'sync.snapshot', everySeconds: 20 },
  { kind: 'sync.retention', everySeconds: 60 * 60 },
]
