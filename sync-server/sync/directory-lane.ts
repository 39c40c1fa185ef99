import type { Sql } from '#server/db.ts'
import type { DirectoryDelta, DirectorySnapshot } from '#shared/sync/protocol.ts'
import { inBatches } from './batches.ts'
import { type Delta, readDelta } from './delta.ts'
import { readEpoch } from './epoch.ts'
import { cursorAfter, type Fence, fenceQuery, readFence, readFenceIn } from './fence.ts'
import { inOneSnapshot } from './one-snapshot.ts'
import { recentValues } from './part-cache.ts'
import { findPart, findSnapshot, hasPart, type PartRow, type SnapshotRow } from './queries.ts'
import { buildSnapshot, type SnapshotDeps } from './snapshot.ts'
import { countChanged, findNextStamp, listStampedTables, mendStamps, weighChanged } from './stamps.ts'

/** The cluster's identity is read again this often; a seed that changed shows at once. */
const EPOCH_LIFE_MS = 10_000

/** A delta up to here is never answered with a reset, however small the directory is. */
const SMALL_DELTA_BYTES = 64 * 1024

/**
 * Rows of more than this are not read to make a delta of them, where a snapshot leads past the cursor: anybody may name an old
 * cursor, and 10,000 investors as one JSON keep the node from all else.
 */
const LARGEST_READ_BYTES = 2 * 1024 * 1024

/** So many changes since a snapshot make a new one; fewer do when they are a good share of it. */
const MANY_CHANGES = 250
const COMPRESSED_DOC_BYTES = 150
const GOOD_SHARE = 1 / 8

/** JSON of ours compresses to about this share of its length. */
const COMPRESSION = 1 / 7

/** Of this node, in memory: a part of 1,000 investors is about 350 KB in both encodings. */
const KEPT_PARTS = 64

/** Answers of one state of the directory, by where they begin; each is up to 1 MB and is packed once. */
const KEPT_DELTAS = 32

export type DirectoryLane = ReturnType<typeof createDirectoryLane>

/** The public lane: the same for everybody, so nothing here knows who is asking. */
export function createDirectoryLane(deps: SnapshotDeps & { sql: Sql }) {
  const { db, sql, sources } = deps
  const tables = once(() => listStampedTables(db))
  const query = once(async () => fenceQuery(await tables()))
  let known: { epoch: string; seed: string; readAt: number } | undefined
  const recent = recentValues<PartRow>(KEPT_PARTS)
  const shared = new WeakMap<Fence, Map<string, Promise<DirectoryDelta>>>()
  const kept = recentDeltas(KEPT_DELTAS)
  let building: Promise<SnapshotRow> | undefined

  const epochOf = async (fence: Fence): Promise<string> => {
    if (known?.seed === fence.seed && performance.now() - known.readAt < EPOCH_LIFE_MS) return known.epoch
    known = { epoch: await readEpoch(sql), seed: fence.seed, readAt: performance.now() }
    return known.epoch
  }
  const look = inBatches(async () => readFence(sql, await query()))
  const currentEpoch = async () => epochOf(await look())

  /** One build at a time in this node; the lock in the database sees to the others. */
  const build = (epoch: string, findFresh: () => Promise<SnapshotRow | undefined>) => {
    building ??= query()
      .then((fenceQuery) => buildSnapshot(deps, { epoch, fenceQuery, findFresh }))
      .finally(() => {
        building = undefined
      })
    return building
  }

  const findOrBuild = async (epoch: string) => (await findSnapshot(db, epoch)) ?? build(epoch, () => findSnapshot(db, epoch))

  /** A snapshot that leads further than a cursor, or `undefined` when a transaction held open lets none be made. */
  const snapshotPast = async (epoch: string, since: bigint) => {
    const find = async () => {
      const snapshot = await findSnapshot(db, epoch)
      return snapshot && BigInt(snapshot.cursor) > since ? snapshot : undefined
    }
    const snapshot = (await find()) ?? (await build(epoch, find))
    return BigInt(snapshot.cursor) > since ? snapshot : undefined
  }

  const isLargerThanSnapshot = async (delta: Delta, epoch: string) => {
    const bytes = JSON.stringify(delta).length
    return bytes > SMALL_DELTA_BYTES && bytes * COMPRESSION > (await findOrBuild(epoch)).size
  }

  const isFresh = async (snapshot: SnapshotRow) => {
    const changes = await countChanged(db, await tables(), snapshot.cursor, MANY_CHANGES)
    return changes < MANY_CHANGES && changes * COMPRESSED_DOC_BYTES <= Math.max(snapshot.size, 1) * GOOD_SHARE
  }

  return {
    async snapshot(): Promise<DirectorySnapshot> {
      const { epoch, cursor, parts } = await findOrBuild(await currentEpoch())
      return { epoch, cursor, parts }
    },

    /** The database is asked each time: what was withdrawn is served by no node, whatever it keeps in memory. */
    part: async (sha256: string) => ((await hasPart(db, sha256)) ? recent(sha256, () => findPart(db, sha256)) : undefined),

    /** The difference since a cursor, or the word to start over. */
    async pull(from: { epoch: string; since: string }): Promise<DirectoryDelta> {
      const since = BigInt(from.since)
      const fence = await look()
      const epoch = await epochOf(fence)
      // A cursor ahead of the cluster comes from another history, whatever its epoch says.
      if (from.epoch !== epoch || since <= fence.pruned || since > fence.xmin) return { reset: true }
      if (fence.latest < since) return { epoch, cursor: from.since, put: {}, del: {} }
      return deltaSince(fence, epoch, from.since)
    },

    /** Builds a snapshot where none stands or too much changed since. A job's work. */
    async refreshSnapshot() {
      const epoch = await currentEpoch()
      const findFresh = async () => {
        const snapshot = await findSnapshot(db, epoch)
        return snapshot && (await isFresh(snapshot)) ? snapshot : undefined
      }
      if (!(await findFresh())) await build(epoch, findFresh)
    },

    mendStamps: async () => mendStamps(db, await tables()),
  }

  /** Devices that one poke sent here stand at one cursor: whoever shared the look shares the delta too. */
  function deltaSince(look: Fence, epoch: string, since: string): Promise<DirectoryDelta> {
    const ofLook = shared.get(look) ?? new Map<string, Promise<DirectoryDelta>>()
    shared.set(look, ofLook)
    const delta = ofLook.get(since) ?? keptSince(look, epoch, since)
    ofLook.set(since, delta)
    return delta
  }

  /**
   * Answers are kept while nothing changes. With every transaction below the newest stamp over, that stamp names the state: a
   * later commit has a newer one. A cursor is moved up to the next commit, so that those who invent cursors share answers too.
   */
  async function keptSince({ xmin, latest, pruned }: Fence, epoch: string, since: string): Promise<DirectoryDelta> {
    if (xmin <= latest) return readSince(epoch, since)
    const from = await findNextStamp(db, await tables(), since)
    return kept(`${epoch} ${latest} ${pruned}`, from, () => readSince(epoch, from))
  }

  async function readSince(epoch: string, from: string): Promise<DirectoryDelta> {
    const since = BigInt(from)
    const isHuge = (await weighChanged(db, await tables(), from)) > LARGEST_READ_BYTES
    if (isHuge && (await snapshotPast(epoch, since))) return { reset: true }
    const ownFence = await query()
    const [fence, delta] = await inOneSnapshot(db, (tx) => Promise.all([readFenceIn(tx, ownFence), readDelta(tx, sources, from)]))
    const isTooLarge = (await isLargerThanSnapshot(delta, epoch)) && (await snapshotPast(epoch, since))
    if (since <= fence.pruned || isTooLarge) return { reset: true }
    return { epoch, cursor: String(cursorAfter(fence, since)), ...delta }
  }
}

/** The most recently used answers of one state; those of another state are forgotten. */
function recentDeltas(most: number) {
  const answers = new Map<string, Promise<DirectoryDelta>>()
  let known: string | undefined
  return (state: string, from: string, read: () => Promise<DirectoryDelta>): Promise<DirectoryDelta> => {
    if (state !== known) answers.clear()
    known = state
    const answer = answers.get(from) ?? read()
    answers.delete(from)
    answers.set(from, answer)
    answer.catch(() => answers.delete(from))
    const [oldest] = answers.keys()
    if (oldest !== undefined && answers.size > most) answers.delete(oldest)
    return answer
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
