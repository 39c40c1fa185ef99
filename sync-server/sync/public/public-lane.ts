import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { limitConcurrency } from '#server/concurrency-limit.ts'
import type { Sql } from '#server/database/client.ts'
import { describeChanged, findNextStamp, listStampedTables, measureChanged, repairStamps } from '#server/sync/change-stamps.ts'
import { createEpochs, type Epochs } from '#server/sync/epoch.ts'
import { findChunk, hasPart, type PartRow } from '#server/sync/queries.ts'
import { withRepeatableRead } from '#server/sync/repeatable-read.ts'
import { singleFlight } from '#server/sync/single-flight.ts'
import {
  cursorAfter,
  readSeen,
  readWatermark,
  readWatermarkIn,
  seenIn,
  visibleIn,
  type Watermark,
  watermarkQuery,
} from '#server/sync/watermark.ts'
import type { OwnPosition } from '#shared/sync/live-delta.ts'
import type { DirectoryDelta, DirectoryPart, DirectorySnapshot } from '#shared/sync/protocol.ts'
import type { Since } from './changed-since.ts'
import { readDelta } from './delta.ts'
import { newestSnapshot } from './newest-snapshot.ts'
import type { SnapshotDeps } from './snapshot.ts'
import { usableSnapshots } from './usable-snapshots.ts'

const unpack = promisify(gunzip)

/** A delta of up to this size is never replied to with a reset, however small the directory is. */
const SMALL_DELTA_BYTES = 64 * 1024

/**
 * Deltas of more row bytes than this are not computed where a snapshot leads past the cursor: any client can send an old cursor,
 * and serialising 10,000 investors as one JSON would block the node.
 */
const LARGEST_READ_BYTES = 2 * 1024 * 1024

/** The approximate compression ratio of the JSON. */
const COMPRESSION = 1 / 7

/** In the memory of this node: a chunk of 1,000 investors is about 350 KB in both encodings. */
const KEPT_PARTS = 64

/**
 * Replies for one state of the directory are cached by their start cursor, and each is compressed once. A large one is up to 2
 * MB, and there are as many as there are start points: see `startBefore`.
 */
const KEPT_LARGE = 64
const KEPT_EXACT = 32

/** A reply of up to this many changed rows begins at the exact cursor, or at what one device has seen above it. */
const MAX_EXACT = 50
const EXACT_ROW_BYTES = 1024
/** The cost of comparing every stamp with what a device has seen, as an equivalent of bytes read. */
const SEEN_BYTES = 64 * 1024

type Charge = (bytes: number) => void
type KeptAnswer = { read: () => Promise<DirectoryDelta>; isTooLarge: () => Promise<boolean> }

export type DirectoryLane = ReturnType<typeof createPublicLane>

/** The public lane: the same for all clients, so it does not depend on the caller. */
export function createPublicLane(deps: SnapshotDeps & { sql: Sql; epochs?: Epochs; now?: () => Date }) {
  const { db, sql, sources, epochs = createEpochs(sql), now = () => new Date() } = deps
  const tables = once(() => listStampedTables(db))
  const query = once(async () => watermarkQuery(await tables()))
  const recentParts = new LRUCache<string, PartRow>({ max: KEPT_PARTS })
  const inexact = new WeakSet<DirectoryDelta>()
  const shared = new WeakMap<Watermark, Map<string, Promise<DirectoryDelta>>>()
  const exactDeltas = recentDeltas(KEPT_EXACT)
  const largeDeltas = recentDeltas(KEPT_LARGE)
  const largeReads = limitConcurrency({ most: 1 })

  const epochOf = ({ seed }: Watermark): Promise<string> => epochs.ofSeed(seed)
  const readShared = singleFlight(async () => readWatermark(sql, await query()))
  const currentEpoch = async () => epochOf(await readShared())

  const snapshots = usableSnapshots(deps, { now, tables, query, readShared })

  const isLargerThanSnapshot = async (delta: DirectoryDelta, epoch: string) => {
    const bytes = JSON.stringify(delta).length
    return bytes > SMALL_DELTA_BYTES && bytes * COMPRESSION > (await snapshots.any(epoch)).size
  }

  return {
    /**
     * @param isCheck  for a device that verifies a removal: a snapshot older than the newest change is not used, unless it is
     * very young
     */
    async snapshot(isCheck = false): Promise<DirectorySnapshot> {
      const watermark = await readShared()
      const epoch = await epochOf(watermark)
      const { cursor, parts } = await (isCheck ? snapshots.recent(epoch, watermark) : snapshots.any(epoch))
      return { epoch, cursor, parts }
    },

    part,

    newest: newestSnapshot(db, { readShared, epochOf, pull: (from) => pull(from) }),

    /** For a caller that reads every chunk once and keeps what it needs: those that devices load stay in memory. */
    async readPart(sha256: string): Promise<DirectoryPart | undefined> {
      const packed = recentParts.peek(sha256) ?? (await findChunk(db, sha256))
      return packed && JSON.parse(String(await unpack(packed.gzip)))
    },

    pull,

    /** Where a device is that has read everything up to now. */
    async position(): Promise<OwnPosition> {
      const watermark = await readShared()
      return { epoch: await epochOf(watermark), cursor: String(cursorAfter(watermark)), seen: seenIn(watermark) }
    },

    /** Whether the cursor and `seen` of a reply identify what it has seen: not while too many transactions are open. */
    isExact: (delta: DirectoryDelta) => !inexact.has(delta),

    /** Builds a snapshot when none exists or too much has changed since. Called by a job. */
    refreshSnapshot: async () => snapshots.refresh(await currentEpoch()),

    mendStamps: async () => repairStamps(db, await tables()),
  }

  /**
   * The difference since a cursor, or that the device has to start over.
   *
   * @param charge  called with the bytes that are read for this caller alone
   */
  async function pull(
    from: { epoch: string; since: string; seen?: string | undefined },
    charge: Charge = () => undefined,
  ): Promise<DirectoryDelta> {
    const since = BigInt(from.since)
    const watermark = await readShared()
    const epoch = await epochOf(watermark)
    // A cursor ahead of the cluster comes from another history, even if its epoch matches.
    if (from.epoch !== epoch || since <= watermark.pruned || since > watermark.xmin) return { reset: true }
    if (watermark.latest < since) return { epoch, cursor: from.since, put: {}, del: {} }
    let bytes = 0
    const count = (more: number) => {
      bytes += more
    }
    // Parsed and formatted again: Postgres reads leading zeros as another base.
    const answer = await deltaSince(watermark, epoch, { cursor: String(since), seen: readSeen(from.seen) }, count)
    // Charged afterwards: a refusal concerns this caller alone, and others may wait for the same reply.
    if (bytes > 0) charge(bytes)
    return answer
  }

  /** The database is queried each time, so that no node serves a withdrawn chunk from memory. */
  async function part(sha256: string): Promise<PartRow | undefined> {
    return (await hasPart(db, sha256)) ? findPart(sha256) : undefined
  }

  async function findPart(sha256: string): Promise<PartRow | undefined> {
    const part = recentParts.get(sha256) ?? (await findChunk(db, sha256))
    if (part) recentParts.set(sha256, part)
    return part
  }

  /**
   * Devices that received the same poke from this node have the same cursor: callers that share the watermark also share the
   * delta.
   */
  function deltaSince(watermark: Watermark, epoch: string, since: Since, charge: Charge): Promise<DirectoryDelta> {
    const deltas = shared.get(watermark) ?? new Map<string, Promise<DirectoryDelta>>()
    shared.set(watermark, deltas)
    const key = `${since.cursor} ${since.seen ?? ''}`
    const delta = deltas.get(key) ?? answerSince(watermark, epoch, since, charge)
    deltas.set(key, delta)
    return delta
  }

  /**
   * Small replies are exact, and charged to the caller. Large ones begin at one of a few start points, so that clients with
   * arbitrary cursors share them: a start point is at most twice as far back as the cursor, and some rows are sent twice.
   */
  async function answerSince(watermark: Watermark, epoch: string, since: Since, charge: Charge): Promise<DirectoryDelta> {
    // A device sends this once after the oldest transaction has ended; a client that forges `seen` sends it each time.
    if (since.seen !== undefined && watermark.xmin > watermark.latest) charge(SEEN_BYTES)
    const { count, bytes, oldest } = await describeChanged(db, await tables(), since, MAX_EXACT + 1)
    const state = `${epoch} ${watermark.pruned} ${visibleIn(watermark)}`
    const own = BigInt(since.cursor)
    if (count > MAX_EXACT) {
      const start = startBefore(watermark, since.cursor)
      const from = { cursor: beforeOpen(watermark, await findNextStamp(db, await tables(), start)), seen: undefined }
      const prepare = async () => prepareAnswer(epoch, from, await measureChanged(db, await tables(), from), largeReads)
      return ownAnswer(await largeDeltas(state, from.cursor, prepare), epoch, own)
    }
    const from = { cursor: beforeOpen(watermark, oldest ?? since.cursor), seen: since.seen }
    const answer = await exactDeltas(state, `${from.cursor} ${from.seen ?? ''}`, async () => {
      charge(count * EXACT_ROW_BYTES)
      return prepareAnswer(epoch, from, bytes)
    })
    return ownAnswer(answer, epoch, own)
  }

  /** A device starts over only when a snapshot leads past its own cursor; otherwise it would start over indefinitely. */
  async function ownAnswer({ read, isTooLarge }: KeptAnswer, epoch: string, own: bigint): Promise<DirectoryDelta> {
    return (await isTooLarge()) && (await snapshots.past(epoch, own)) ? { reset: true } : read()
  }

  /** The changes since a cursor, of so many bytes: read when needed, and only once. */
  function prepareAnswer(epoch: string, from: Since, bytes: number, inTurn?: ReturnType<typeof limitConcurrency>): KeptAnswer {
    const isHuge = bytes > LARGEST_READ_BYTES
    const read = once(() => (inTurn ? inTurn(() => readSince(epoch, from)) : readSince(epoch, from)))
    return { read, isTooLarge: once(async () => isHuge || (await isLargerThanSnapshot(await read(), epoch))) }
  }

  async function readSince(epoch: string, from: Since): Promise<DirectoryDelta> {
    const since = BigInt(from.cursor)
    const ownQuery = await query()
    const [watermark, delta] = await withRepeatableRead(db, (tx) =>
      Promise.all([readWatermarkIn(tx, ownQuery), readDelta(tx, sources, from)]),
    )
    if (since <= watermark.pruned) return { reset: true }
    const seen = seenIn(watermark)
    const answer = { epoch, cursor: String(cursorAfter(watermark, since)), ...(seen !== undefined && { seen }), ...delta }
    if (seen === undefined && watermark.xmin <= watermark.latest) inexact.add(answer)
    return answer
  }
}

/** The highest cursor with the same reply as a next stamp: the oldest open transaction may add one before it. */
const beforeOpen = ({ xmin }: Watermark, stamp: string): string => String(BigInt(stamp) < xmin ? stamp : xmin)

/** The cursor whose distance to the newest stamp is the next power of two, but above what is pruned. */
function startBefore({ latest, pruned }: Watermark, cursor: string): string {
  const distance = latest + 1n - BigInt(cursor)
  const start = latest + 1n - (1n << BigInt(distance.toString(2).length))
  return String(start > pruned ? start : pruned + 1n)
}

/** The most recently used replies for one state; those for another state are deleted. */
function recentDeltas(most: number) {
  const answers = new LRUCache<string, Promise<KeptAnswer>>({ max: most })
  let known: string | undefined
  return (state: string, from: string, read: () => Promise<KeptAnswer>): Promise<KeptAnswer> => {
    if (state !== known) answers.clear()
    known = state
    const answer = answers.get(from) ?? read()
    answers.set(from, answer)
    answer.catch(() => answers.delete(from))
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
