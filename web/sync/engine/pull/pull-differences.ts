import type { PrincipalId } from '#shared/ids.ts'
import { type Have, hashVersions } from '#shared/sync/have.ts'
import { MASS_REMOVAL_SHARE, type PrivateDelta } from '#shared/sync/protocol.ts'
import type { PullMe } from '#shared/sync/pull.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { isUnderstood, type Transport } from '#web/sync/engine/transport.ts'
import { askPrivate, ownerOf } from './ask-private.ts'
import { readStoredMark, readVersions } from './client-view.ts'

/** Response for a device that has documents, and the versions that it sent for the collections that were compared. */
export type Differences = { delta: PrivateDelta | undefined; have: Have; answers: number }
export type PullDifferences = (transport: Transport, db: PrivateDatabase, principalId: PrincipalId) => Promise<Differences>

type Request = Pick<PullMe, 'mark' | 'doubtful' | 'hashes'> & { have: Have }

/** Above this number of ids, a collection is first compared by a hash. */
const HASH_THRESHOLD = 100
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
    const request: Request = { mark, doubtful, have: { ...few, ...(await readVersions(db, doubtful)) } }
    return { request, counts, answers }
  })

/** The empty mark requests one. */
const everything = async (db: PrivateDatabase): Promise<Request> => ({ mark: '', have: await readVersions(db) })

async function requestUntilCompared(transport: Transport, db: PrivateDatabase, principalId: PrincipalId, first: Request) {
  let request = first
  try {
    for (let asks = 0; asks < MAX_REQUESTS; asks += 1) {
      const delta = await askPrivate(transport, principalId, request)
      if (!delta?.differ) return { delta, have: request.have }
      request = await addDetail(db, request, delta.differ)
    }
  } catch (error) {
    // An older server build, which does not know marks.
    if (first.mark === '' || !isUnderstood(error)) throw error
  }
  const all = await db.transaction('r', db.tables, () => everything(db))
  const delta = await askPrivate(transport, principalId, all)
  return { delta: delta && { ...delta, differ: undefined }, have: all.have }
}

/** Adds the versions of collections; for a large collection that was not yet compared by hash, the hash. */
async function addDetail(db: PrivateDatabase, request: Request, collections: string[]): Promise<Request> {
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
