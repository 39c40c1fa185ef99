import type { Transaction } from '#server/database/client.ts'
import { listTombstones } from '#server/sync/queries.ts'
import { type DirectoryCollection, directoryCollections } from '#shared/sync/collections.ts'
import type { Since } from './changed-since.ts'
import type { DirectorySources } from './public-source.ts'
import type { Collections } from './snapshot-chunks.ts'

export type Delta = { put: Collections; del: Record<string, string[]> }

/** Everything that changed at or after a cursor, as the transaction's snapshot shows it. Empty collections are left out. */
export async function readDelta(tx: Transaction, sources: DirectorySources, since: Since): Promise<Delta> {
  const tombstones = listTombstones(tx, since)
  const delta: Delta = { put: {}, del: {} }
  const list = async (collection: DirectoryCollection) => {
    const [deleted, changed] = await Promise.all([tombstones, sources[collection].listChanged(tx, since, [])])
    const tombstonedIds = deleted.get(collection) ?? []
    const { put, del } = tombstonedIds.length > 0 ? await sources[collection].listChanged(tx, since, tombstonedIds) : changed
    return { collection, tombstonedIds, put, del }
  }
  // The queries are pipelined: one round trip, and a second one for a collection that has tombstones.
  for (const { collection, tombstonedIds, put, del } of await Promise.all(directoryCollections.map(list))) {
    const present = new Set<string>(put.map((doc) => doc.id))
    const deletedIds = new Set([...tombstonedIds, ...del].filter((id) => !present.has(id)))
    if (put.length > 0) delta.put[collection] = put
    if (deletedIds.size > 0) delta.del[collection] = [...deletedIds]
  }
  return delta
}
