import type { PrincipalId } from '#shared/ids.ts'
import { isPrivateCollection } from '#shared/sync/collections.ts'
import { type Have, hashVersions } from '#shared/sync/have.ts'
import { MASS_REMOVAL_SHARE, type PrivateDelta } from '#shared/sync/protocol.ts'
import type { PullMe } from '#shared/sync/pull.ts'
import type { PrivateDatabase, StoredMark } from '#web/db/private-database.ts'
import { isUnderstood, type Transport } from '#web/sync/engine/transport.ts'
import { askPrivate, ownerOf } from './ask-private.ts'
import { listUnconfirmed, readStoredMark, readVersions } from './client-view.ts'

/** Response for a device that has documents, and the versions that it sent for the collections that were compared. */
export type Differences = { delta: PrivateDelta | undefined; have: Have; answers: number }
export type PullDifferences = (transport: Transport, db: PrivateDatabase, principalId: PrincipalId) => Promise<Differences>

type Request = Pick<PullMe, 'mark' | 'doubtful' | 'hashes' | 'changes'> & { have: Have }

/** Above this number of ids, a collection is first compared by a hash. */
const HASH_THRESHOLD = 100
/** A device that has changed more documents than this sends all versions of their collection. */
const MOST_WANTED = 100
/** Maximum number of requests with increasing detail; after that, all versions are sent. */
const MAX_REQUESTS = 3

/** Requests the differences from what this device has, and applies only the trustworthy part of the response. */
export const pullDifferences: PullDifferences = async (transport, db, principalId) => {
  const { request, counts, answers } = await prepareRequest(db)
  const { delta, have } = await requestUntilCompared(transport, db, principalId, request)
  const isRemoval = delta !== undefined && countIds(delta.del) > 0
  if (!isRemoval) return { delta, have, answers }
  const stored = Object.values(counts ?? countsOf(have)).reduce((sum, count) => sum + count, 0)
  if (!knowsCaller(delta, have)) return { delta: { put: delta.put, del: {} }, have, answers }
  if (countIds(delta.del) <= stored * MASS_REMOVAL_SHARE) return { delta, have, answers }

  // A response that is not applied as received has no mark either: the next pull sends all versions.
  const complete = await askPrivate(transport, principalId, { have: {} })
  if (!complete || ownerOf(complete)?.id !== principalId) return { delta: { put: delta.put, del: {} }, have, answers }
  return { delta: { put: complete.put, del: missingFrom(complete, have, Object.keys(delta.del)) }, have, answers }
}

const prepareRequest = (db: PrivateDatabase) =>
  db.transaction('r', db.tables, async () => {
    const answers = (await db.getMeta('answers')) ?? 0
    const stored = await readStoredMark(db)
    if (!stored) return { request: await everything(db), counts: undefined, answers }
    const { mark, doubtful, few, counts } = stored
    const changes = await listWanted(db, stored)
    const compared = doubtful.filter((collection) => !changes[collection])
    const request: Request = { mark, doubtful, changes, have: { ...few, ...(await readVersions(db, compared)) } }
    return { request, counts, answers }
  })

/** The large collections, with the documents of each that this device has changed itself. */
async function listWanted(db: PrivateDatabase, { counts, few, doubtful }: StoredMark & { doubtful: string[] }) {
  const large = Object.keys(counts).filter((collection) => !few[collection] && isPrivateCollection(collection))
  const wanted: Record<string, string[]> = Object.fromEntries(large.map((collection) => [collection, []]))
  const changed = large.filter((collection) => doubtful.includes(collection))
  const versions = (changed.length > 0 && (await db.getMeta('versions'))) || {}
  for (const collection of changed) {
    const ids = await listUnconfirmed(db, collection, versions[collection] ?? {})
    if (versions[collection] && ids.length <= MOST_WANTED) wanted[collection] = ids
    else delete wanted[collection]
  }
  return wanted
}

/** The empty mark requests one. */
const everything = async (db: PrivateDatabase): Promise<Request> => ({ mark: '', have: await readVersions(db) })

async function requestUntilCompared(transport: Transport, db: PrivateDatabase, principalId: PrincipalId, first: Request) {
  let request = first
  try {
    for (let asks = 0; asks < MAX_REQUESTS; asks += 1) {
      const delta = await askPrivate(transport, principalId, request)
      const known = delta?.totals && ((await db.getMeta('versions')) ?? {})
      const { del, deleted } = known ? judgeTotals(delta, request, known) : NOTHING_DELETED
      if (deleted.length > 0) request = await addVersions(db, request, deleted)
      else if (delta?.differ) request = await addDetail(db, request, delta.differ)
      else return { delta: delta && { ...delta, del: { ...delta.del, ...del } }, have: request.have }
    }
  } catch (error) {
    // An older server build, which does not know marks.
    if (first.mark === '' || !isUnderstood(error)) throw error
  }
  const all = await db.transaction('r', db.tables, () => everything(db))
  const delta = await askPrivate(transport, principalId, all)
  return { delta: delta && { ...delta, differ: undefined }, have: all.have }
}

type Judged = { del: PrivateDelta['del']; deleted: string[] }
const NOTHING_DELETED: Judged = { del: {}, deleted: [] }

/**
 * For collections of which the response has only the changes: the wanted ids that the server does not have, and the collections in
 * which another document was deleted. The documents on the device and those of the response are together as many as those of the
 * server only if none was deleted.
 */
function judgeTotals({ put, totals = {} }: PrivateDelta, { changes = {} }: Request, known: Have): Judged {
  const judged: Judged = { del: {}, deleted: [] }
  for (const [collection, total] of Object.entries(totals)) {
    const versions = known[collection] ?? {}
    const arrived = new Set(put[collection]?.map(({ id }) => id))
    const gone = (changes[collection] ?? []).filter((id) => !arrived.has(id))
    const isKnown = (id: string) => Object.hasOwn(versions, id)
    const added = [...arrived].filter((id) => !isKnown(id)).length
    if (Object.keys(versions).length + added - gone.filter(isKnown).length !== total) judged.deleted.push(collection)
    if (gone.length > 0) judged.del[collection] = gone
  }
  return judged
}

/** Compares collections by all versions. */
async function addVersions(db: PrivateDatabase, request: Request, collections: string[]): Promise<Request> {
  const have = await db.transaction('r', db.tables, () => readVersions(db, collections))
  return { ...request, have: { ...request.have, ...have } }
}

/** Adds the versions of collections; for a large collection that was not yet compared by hash, the hash. */
async function addDetail(db: PrivateDatabase, before: Request, differ: string[]): Promise<Request> {
  // A hash of the delivered versions does not include what this device has changed.
  const own = differ.filter((collection) => before.doubtful?.includes(collection))
  const request = own.length > 0 ? await addVersions(db, before, own) : before
  const collections = differ.filter((collection) => !own.includes(collection))
  const versions = (await db.getMeta('versions')) ?? {}
  const hashes = { ...request.hashes }
  const have = { ...request.have }
  let ids = 0
  const bySize = collections.map((collection) => ({ collection, stored: versions[collection] ?? {} }))
  for (const { collection, stored } of bySize.toSorted((a, b) => Object.keys(a.stored).length - Object.keys(b.stored).length)) {
    ids += Object.keys(stored).length
    if (ids > HASH_THRESHOLD && hashes[collection] === undefined) hashes[collection] = hashVersions(stored)
    else have[collection] = stored
  }
  return { ...request, have, hashes }
}

/**
 * A response in which the caller is unknown must not delete the caller's data. The server gives a mark only to a known caller.
 */
function knowsCaller(delta: PrivateDelta, have: Have): boolean {
  if (delta.mark !== undefined || ownerOf(delta)) return true
  const isStored = Object.keys(have.account ?? {}).length > 0
  return isStored && (delta.del.account ?? []).length === 0
}

const countIds = (del: PrivateDelta['del']) => Object.values(del).reduce((sum, ids) => sum + ids.length, 0)
const countsOf = (have: Have) => Object.fromEntries(Object.entries(have).map(([name, ids]) => [name, Object.keys(ids).length]))

/**
 * Missing ids, only in the collections of the delta. Documents that only a newer server knows are not in an older server's set,
 * so they stay.
 */
function missingFrom(complete: PrivateDelta, have: Have, collections: string[]): PrivateDelta['del'] {
  return Object.fromEntries(
    collections.map((collection) => {
      const kept = new Set((complete.put[collection] ?? []).map(({ id }) => id))
      return [collection, Object.keys(have[collection] ?? {}).filter((id) => !kept.has(id))]
    }),
  )
}
