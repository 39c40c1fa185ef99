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
 * Deletes the parts of the directory in which some documents were sent, and the snapshots made of these parts, in the transaction
 * that withdraws the documents. A build that runs meanwhile may have read them: a job deletes once more what it leaves. Nobody
 * waits for the build here: a request would hold its connection for as long.
 */
export async function forgetParts(tx: Transaction, withdrawn: Withdrawn) {
  const documents = Object.entries(withdrawn).flatMap(([collection, ids]) => ids.map((id) => documentKey(collection, id)))
  if (documents.length === 0) return
  await deletePartsWith(tx, documents)
  await enqueueJob(tx, { kind: FORGET_PARTS, key: newId('fgp'), payload: { documents } })
}

const Payload = v.object({ documents: v.array(v.string()) })

/** After the build that runs now, if one does; every later one reads what was committed before it. */
export const forgetPartsJob = (db: Database) => async (payload: unknown) => {
  const { documents } = v.parse(Payload, payload)
  await db.transaction(async (tx) => {
    await lockOverNodes(tx, SNAPSHOT_LOCK, BUILD_WAIT_MS)
    await deletePartsWith(tx, documents)
  })
}
