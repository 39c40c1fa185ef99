import * as v from 'valibot'
import { lockOverNodes, shareLockOverNodes } from '#server/database/advisory-lock.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { enqueueJob, listPendingPayloads } from '#server/jobs/queue.ts'
import { deleteChunksWith } from '#server/sync/queries.ts'
import type { DirectoryCollection } from '#shared/sync/collections.ts'
import { documentKey } from './snapshot-chunks.ts'

/** Locked while a snapshot is built. */
export const SNAPSHOT_LOCK = 'snapshot'

/** Locked while the chunks of a snapshot are stored, and shared by transactions that withdraw documents from them. */
export const CHUNKS_LOCK = 'chunks'

/** Longer than the build of a large directory. */
export const BUILD_WAIT_MS = 2 * 60_000

/** The value stays as it is: jobs of the last release are queued under it. */
export const DELETE_CHUNKS = 'sync.forget-parts'

type Withdrawn = Partial<Record<DirectoryCollection, readonly string[]>>

/**
 * Deletes the chunks of the directory that contain some documents, and the snapshots that use these chunks, in the transaction
 * that withdraws the documents. A concurrent build that has read the documents finds the job and starts over. The caller waits
 * only for a build that stores its chunks now: a request would occupy its connection for a whole build.
 */
export async function deleteChunks(tx: Transaction, withdrawn: Withdrawn) {
  const documents = Object.entries(withdrawn).flatMap(([collection, ids]) => ids.map((id) => documentKey(collection, id)))
  if (documents.length === 0) return
  await shareLockOverNodes(tx, CHUNKS_LOCK)
  await deleteChunksWith(tx, documents)
  await enqueueJob(tx, { kind: DELETE_CHUNKS, key: newId('fgp'), payload: { documents } })
}

const Payload = v.object({ documents: v.array(v.string()) })

/**
 * Runs after the current build, if any; every later build reads what was committed before it. A node of the last release stores
 * the chunks of its build without asking for withdrawals.
 */
export const deleteChunksJob = (db: Database) => async (payload: unknown) => {
  const { documents } = v.parse(Payload, payload)
  await db.transaction(async (tx) => {
    await lockOverNodes(tx, SNAPSHOT_LOCK, BUILD_WAIT_MS)
    await deleteChunksWith(tx, documents)
  })
}

/** The documents that were withdrawn since the current build began, and some that were withdrawn just before it. */
export async function listWithdrawn(tx: Transaction): Promise<Set<string>> {
  const payloads = await listPendingPayloads(tx, DELETE_CHUNKS)
  return new Set(payloads.flatMap((payload) => v.parse(Payload, payload).documents))
}
