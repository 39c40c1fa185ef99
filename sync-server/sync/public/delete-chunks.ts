import * as v from 'valibot'
import { lockOverNodes } from '#server/database/advisory-lock.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { deletePartsWith } from '#server/sync/queries.ts'
import type { DirectoryCollection } from '#shared/sync/collections.ts'
import { BUILD_WAIT_MS, SNAPSHOT_LOCK } from './snapshot.ts'
import { documentKey } from './snapshot-chunks.ts'

export const FORGET_PARTS = 'sync.forget-parts'

type Withdrawn = Partial<Record<DirectoryCollection, readonly string[]>>

/**
 * Deletes the chunks of the directory that contain some documents, and the snapshots that use these chunks, in the transaction
 * that withdraws the documents. A concurrent build may already have read the documents, so a job deletes the chunks again
 * afterwards. The caller does not wait for the build: a request would occupy its connection for that time.
 */
export async function deleteChunks(tx: Transaction, withdrawn: Withdrawn) {
  const documents = Object.entries(withdrawn).flatMap(([collection, ids]) => ids.map((id) => documentKey(collection, id)))
  if (documents.length === 0) return
  await deletePartsWith(tx, documents)
  await enqueueJob(tx, { kind: FORGET_PARTS, key: newId('fgp'), payload: { documents } })
}

const Payload = v.object({ documents: v.array(v.string()) })

/** Runs after the current build, if any; every later build reads what was committed before it. */
export const forgetPartsJob = (db: Database) => async (payload: unknown) => {
  const { documents } = v.parse(Payload, payload)
  await db.transaction(async (tx) => {
    await lockOverNodes(tx, SNAPSHOT_LOCK, BUILD_WAIT_MS)
    await deletePartsWith(tx, documents)
  })
}
