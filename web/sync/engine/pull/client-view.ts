import { isPrivateCollection, privateCollections } from '#shared/sync/collections.ts'
import type { Have } from '#shared/sync/have.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import { OPTIMISTIC, type PrivateDatabase, type StoredMark } from '#web/db/private-database.ts'

/**
 * The client view: what the server has delivered to this device, stored apart from the documents, so that a pull does not read
 * them. It has the mark of the last response, the number of documents per collection at that time, and their versions. It is
 * written in the transaction that stores the response.
 *
 * The documents may differ since then, because this device shows unsent changes. A changed row has version 0 and a deleted one is
 * missing, so counting finds the collections for which the mark is not valid.
 */

/** This many ids are always sent along: about 1.5 KB. */
const ALWAYS_SENT_IDS = 30

const versionsIn = (docs: { id: string; version: number }[]) => Object.fromEntries(docs.map(({ id, version }) => [id, version]))

/**
 * Versions read from the documents themselves. In a transaction. For some collections or for all, including those that only a
 * newer build knows.
 */
export async function readVersions(db: PrivateDatabase, collections?: readonly string[]): Promise<Have> {
  const named: readonly string[] = collections ?? privateCollections
  // All tables in parallel: in sequence, each would wait for its own turn of the event loop.
  const read = async (collection: string) => [collection, versionsIn(await db.table(collection).toArray())] as const
  const have: Have = Object.fromEntries(await Promise.all(named.filter(isPrivateCollection).map(read)))
  for (const { collection, id, doc } of await db.others.toArray()) {
    if (!collections || collections.includes(collection)) have[collection] = { ...have[collection], [id]: doc.version }
  }
  return have
}

/**
 * In a transaction: the mark, and the collections for which it is not valid.
 *
 * @returns `undefined` if there is no mark, or if documents that only a newer build knows have changed
 */
export async function readStoredMark(db: PrivateDatabase): Promise<(StoredMark & { doubtful: string[] }) | undefined> {
  const stored = await db.getMeta('held')
  if (!stored) return undefined
  const isAsGiven = async (collection: string) => {
    const table = db.table(collection)
    const [count, optimistic] = await Promise.all([table.count(), table.where('version').equals(OPTIMISTIC).count()])
    return count === (stored.counts[collection] ?? 0) && optimistic === 0
  }
  const foreign = Object.entries(stored.counts).reduce((sum, [name, count]) => sum + (isPrivateCollection(name) ? 0 : count), 0)
  const [others, ...asGiven] = await Promise.all([db.others.count(), ...privateCollections.map(isAsGiven)])
  return others === foreign ? { ...stored, doubtful: privateCollections.filter((_, at) => !asGiven[at]) } : undefined
}

/**
 * In a transaction: the ids of a collection whose documents on the device are not as delivered, because this device has changed,
 * added or removed them.
 *
 * @param known  the versions that the server has delivered
 */
export async function listUnconfirmed(db: PrivateDatabase, collection: string, known: Record<string, number>): Promise<string[]> {
  const table = db.table<{ id: string }, string>(collection)
  const optimistic = await table.where('version').equals(OPTIMISTIC).primaryKeys()
  const added = optimistic.filter((id) => !Object.hasOwn(known, id))
  if ((await table.count()) === Object.keys(known).length + added.length) return optimistic
  const stored = new Set(await table.toCollection().primaryKeys())
  const foreign = [...stored].filter((id) => !Object.hasOwn(known, id))
  return [...new Set([...optimistic, ...foreign, ...Object.keys(known).filter((id) => !stored.has(id))])]
}

/**
 * In the transaction that stores a response: updates the client view.
 *
 * @param have  the versions that were sent for the collections that were compared; the others are unchanged since the mark before
 */
export async function storeMark(db: PrivateDatabase, { put, del, mark }: PrivateDelta, have: Have) {
  if (mark === undefined) return db.meta.bulkDelete(['held', 'versions'])
  const versions: Have = { ...(await db.getMeta('versions')), ...have }
  for (const [collection, docs] of Object.entries(put)) versions[collection] = { ...versions[collection], ...versionsIn(docs) }
  for (const [collection, ids] of Object.entries(del)) {
    const gone = new Set(ids)
    const left = Object.entries(versions[collection] ?? {}).filter(([id]) => !gone.has(id))
    versions[collection] = Object.fromEntries(left)
  }
  const sizes = Object.entries(versions).map(([collection, ids]) => [collection, Object.keys(ids).length] as const)
  const few: Have = {}
  let left = ALWAYS_SENT_IDS
  for (const [collection, size] of sizes.toSorted(([, a], [, b]) => a - b)) {
    left -= size
    if (left >= 0) few[collection] = versions[collection] ?? {}
  }
  await db.meta.bulkPut([
    { key: 'versions', value: versions },
    { key: 'held', value: { mark, counts: Object.fromEntries(sizes), few } },
  ])
}
