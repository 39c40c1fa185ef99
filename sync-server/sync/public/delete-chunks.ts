import * as v from 'valibot'
import { lockOverNodes } from '#server/database/advisory-lock.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { deleteChunksWith } from '#server/sync/queries.ts'
import type { DirectoryCollection } from '#shared/sync/collections.ts'
import { BUILD_WAIT_MS, SNAPSHOT_LOCK } from './snapshot.ts'
import { documentKey } from './snapshot-chunks.ts'

/** The value stays as it is: jobs of the last release are queued under it. */
export const DELETE_CHUNKS = 'sync.forget-parts'

type Withdrawn = Partial<Record<DirectoryCollection, readonly string[]>>

/**
 * Deletes the chunks of the directory that contain some documents, and the snapshots that use these chunks, in the transaction
 * that withdraws the documents. A concurrent build may already have read the documents, so a job deletes the chunks again
 * afterwards. The caller does not wait for the build: a request would occupy its connection for that time.
 */
export async function deleteChunks(tx: Transaction, withdrawn: Withdrawn) {
  const documents = Object.entries(withdrawn).flatMap(([collection, ids]) => ids.map((id) => documentKey(collection, id)))
  if (documents.length === 0) return
  await deleteChunksWith(tx, documents)
  await enqueueJob(tx, { kind: DELETE_CHUNKS, key: newId('fgp'), payload: { documents } })
}

const Payload = v.object({ documents: v.array(v.string()) })

/** Runs after the current build, if any; every later build reads what was committed before it. */
export const deleteChunksJob = (db: Database) => async (payload: unknown) => {
  const { documents } = v.parse(Payload, payload)
  await db.transaction(async (tx) => {
    await lockOverNodes(tx, SNAPSHOT_LOCK, BUILD_WAIT_MS)
    await deleteChunksWith(tx, documents)
  })
}
