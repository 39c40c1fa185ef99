import type { PrincipalId } from '#shared/ids.ts'
import { type Have, hashVersions } from '#shared/sync/have.ts'
import { MASS_REMOVAL_SHARE, type PrivateDelta } from '#shared/sync/protocol.ts'
import type { PullMe } from '#shared/sync/pull.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { isUnderstood, type Transport } from '#web/sync/engine/transport.ts'
import { askMe, ownerOf } from './ask-private.ts'
import { readMarkHeld, readVersions } from './client-view.ts'

/** What a device that holds documents learnt, and what it had named of the collections that were compared. */
export type HeldAnswer = { delta: PrivateDelta | undefined; have: Have; answers: number }
export type PullHeld = (transport: Transport, db: PrivateDatabase, principalId: PrincipalId) => Promise<HeldAnswer>

type Asked = Pick<PullMe, 'mark' | 'doubtful' | 'hashes'> & { have: Have }

/** More ids than these are first compared by a hash of their collection. */
const MANY = 100
/** Asked again so often, each time with more; then with everything. */
const MOST_ASKS = 3

/** Asks what differs from what this device holds, and takes from the answer what may be believed. */
export const pullHeld: PullHeld = async (transport, db, principalId) => {
  const { asked, counts, answers } = await beginAsking(db)
  const { delta, have } = await askUntilCompared(transport, db, principalId, asked)
  const isRemoval = delta !== undefined && countIds(delta.del) > 0
  if (!isRemoval) return { delta, have, answers }
  const held = Object.values(counts ?? countsOf(have)).reduce((sum, count) => sum + count, 0)
  if (!speaksOfCaller(delta, have)) return { delta: { put: delta.put, del: {} }, have, answers }
  if (countIds(delta.del) <= held * MASS_REMOVAL_SHARE) return { delta, have, answers }

  // What is not believed as it came has no mark either: the next pull names everything.
  const complete = await askMe(transport, principalId, { have: {} })
  if (!complete || ownerOf(complete)?.id !== principalId) return { delta: { put: delta.put, del: {} }, have, answers }
  return { delta: { put: complete.put, del: missingFrom(complete, have, Object.keys(delta.del)) }, have, answers }
}

const beginAsking = (db: PrivateDatabase) =>
  db.transaction('r', db.tables, async () => {
    const answers = (await db.getMeta('answers')) ?? 0
    const held = await readMarkHeld(db)
    if (!held) return { asked: await everything(db), counts: undefined, answers }
    const { mark, doubtful, few, counts } = held
    const asked: Asked = { mark, doubtful, have: { ...few, ...(await readVersions(db, doubtful)) } }
    return { asked, counts, answers }
  })

/** The empty mark asks for one. */
const everything = async (db: PrivateDatabase): Promise<Asked> => ({ mark: '', have: await readVersions(db) })

async function askUntilCompared(transport: Transport, db: PrivateDatabase, principalId: PrincipalId, first: Asked) {
  let asked = first
  try {
    for (let asks = 0; asks < MOST_ASKS; asks += 1) {
      const delta = await askMe(transport, principalId, asked)
      if (!delta?.differ) return { delta, have: asked.have }
      asked = await sayMore(db, asked, delta.differ)
    }
  } catch (error) {
    // An earlier build of the server, which knows no marks.
    if (first.mark === '' || !isUnderstood(error)) throw error
  }
  const all = await db.transaction('r', db.tables, () => everything(db))
  const delta = await askMe(transport, principalId, all)
  return { delta: delta && { ...delta, differ: undefined }, have: all.have }
}

/** Names the versions of collections, or the hash of one that is large and was not compared by it before. */
async function sayMore(db: PrivateDatabase, asked: Asked, collections: string[]): Promise<Asked> {
  const versions = (await db.getMeta('versions')) ?? {}
  const hashes = { ...asked.hashes }
  const have = { ...asked.have }
  let ids = 0
  const bySize = collections.map((collection) => ({ collection, held: versions[collection] ?? {} }))
  for (const { collection, held } of bySize.toSorted((a, b) => Object.keys(a.held).length - Object.keys(b.held).length)) {
    ids += Object.keys(held).length
    if (ids > MANY && hashes[collection] === undefined) hashes[collection] = hashVersions(held)
    else have[collection] = held
  }
  return { ...asked, have, hashes }
}

/** An answer that does not know the caller any more is no order to forget them. A mark is given to somebody who is known alone. */
function speaksOfCaller(delta: PrivateDelta, have: Have): boolean {
  if (delta.mark !== undefined || ownerOf(delta)) return true
  const isHeld = Object.keys(have.account ?? {}).length > 0
  return isHeld && (delta.del.account ?? []).length === 0
}

const countIds = (del: PrivateDelta['del']) => Object.values(del).reduce((sum, ids) => sum + ids.length, 0)
const countsOf = (have: Have) => Object.fromEntries(Object.entries(have).map(([name, ids]) => [name, Object.keys(ids).length]))

/** Of the collections the server spoke of; what only a newer server knows is not in an older one's set, and stays. */
function missingFrom(complete: PrivateDelta, have: Have, spokenOf: string[]): PrivateDelta['del'] {
  return Object.fromEntries(
    spokenOf.map((collection) => {
      const kept = new Set((complete.put[collection] ?? []).map(({ id }) => id))
      return [collection, Object.keys(have[collection] ?? {}).filter((id) => !kept.has(id))]
    }),
  )
}
