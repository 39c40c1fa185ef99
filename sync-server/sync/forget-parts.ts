import { lockOverNodes } from '#server/database/advisory-lock.ts'
import type { Transaction } from '#server/db.ts'
import type { DirectoryCollection } from '#shared/sync/entities.ts'
import { documentKey } from './parts.ts'
import { deletePartsWith } from './queries.ts'
import { BUILD_WAIT_MS, SNAPSHOT_LOCK } from './snapshot.ts'

type Withdrawn = Partial<Record<DirectoryCollection, readonly string[]>>

/**
 * Deletes the parts of the directory in which some documents were sent, and the snapshots made of these parts. Call it last in the
 * transaction that withdraws the documents. It waits for a build that runs now and may have read them; the next build waits for
 * this transaction.
 */
export async function forgetParts(tx: Transaction, withdrawn: Withdrawn) {
  const documents = Object.entries(withdrawn).flatMap(([collection, ids]) => ids.map((id) => documentKey(collection, id)))
  if (documents.length === 0) return
  await lockOverNodes(tx, SNAPSHOT_LOCK, BUILD_WAIT_MS)
  await deletePartsWith(tx, documents)
}
