import type { Queryable } from '#server/database/client.ts'
import { keepLatest } from '#server/keep-latest.ts'
import { findSnapshot, type SnapshotRow } from '#server/sync/queries.ts'
import { visibleIn, type Watermark } from '#server/sync/watermark.ts'
import type { DirectoryDelta, DirectoryPart } from '#shared/sync/protocol.ts'

/** The chunks of a snapshot, the best documents first, and everything that has changed since. */
export type NewestSnapshot = { parts: string[]; put: DirectoryPart['put']; del: Record<string, string[]> }

type Lane = {
  readShared: () => Promise<Watermark>
  epochOf: (watermark: Watermark) => Promise<string>
  pull: (from: { epoch: string; since: string }) => Promise<DirectoryDelta>
}

/**
 * The newest snapshot with the changes since, for callers that show documents without a device. The changes are read once for each
 * state of the directory. `undefined` while there is no snapshot, or where a device would start over with the next one.
 */
export function newestSnapshot(db: Queryable, { readShared, epochOf, pull }: Lane) {
  const latest = keepLatest<string, NewestSnapshot | undefined>()

  const withChanges = async (epoch: string, { cursor, parts }: SnapshotRow): Promise<NewestSnapshot | undefined> => {
    const delta = await pull({ epoch, since: cursor })
    return 'reset' in delta ? undefined : { parts, put: delta.put, del: delta.del }
  }

  return async (): Promise<NewestSnapshot | undefined> => {
    const watermark = await readShared()
    const epoch = await epochOf(watermark)
    // Asked for each time: a person who is removed takes the snapshots with them.
    const snapshot = await findSnapshot(db, epoch)
    return snapshot && latest(`${snapshot.id} ${watermark.pruned} ${visibleIn(watermark)}`, () => withChanges(epoch, snapshot))
  }
}
