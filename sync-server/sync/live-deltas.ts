import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import type { Log } from '#server/log.ts'
import type { LiveDelta, OwnPosition, Position } from '#shared/sync/live-delta.ts'
import type { DirectoryLane } from './public/public-lane.ts'
import { singleFlight } from './single-flight.ts'
import { type Backoff, coalesce } from './throttle-by-key.ts'

const pack = promisify(deflateRaw)

/**
 * While the directory changes continuously, deltas are sent eight times a second, and pokes twice in five seconds: a delta costs
 * the node one read, and one write for each device; a poke costs a request for each device. A device stores at most about as often.
 */
const SPAN_MS = 50
const PATIENCE: Backoff = { shortSpans: 20, longMs: 200 }

/** A larger delta is pulled: devices that do not need it would receive it, too. */
const MAX_DELTA_BYTES = 32 * 1024
/** The JSON of a delta is at most this many times larger; more is not even compressed. */
const MAX_RATIO = 16

/** A connection with more unsent bytes than this gets no deltas until they have left. */
export const MAX_UNSENT_BYTES = 64 * 1024

export type Taker = { send: (message: string | Uint8Array) => number; getBufferedAmount: () => number }

type Lane = Pick<DirectoryLane, 'pull' | 'position' | 'isExact'>

/** The next delta; `pull` when devices have to pull instead, `nothing` when the batch before has read the commit. */
export type NextDelta = Uint8Array | 'pull' | 'nothing'

/** Reads what has changed since its previous read, as the pull of a device at that position. */
export function createDeltaReader(lane: Lane) {
  let last: OwnPosition | undefined

  async function read(from: OwnPosition): Promise<NextDelta> {
    const { epoch } = from
    const delta = await lane.pull({ epoch, since: from.cursor, seen: from.seen })
    if ('reset' in delta || !lane.isExact(delta)) return 'pull'
    const { cursor, seen, put, del } = delta
    if (Object.keys(put).length + Object.keys(del).length === 0) {
      // The position stays, so that the next delta continues what devices have.
      last = from
      return 'nothing'
    }
    const to = positionOf({ cursor, seen })
    const json = JSON.stringify({ epoch, from: positionOf(from), to, put, del } satisfies LiveDelta)
    if (json.length > MAX_DELTA_BYTES * MAX_RATIO) return 'pull'
    const bytes = await pack(json)
    if (bytes.length > MAX_DELTA_BYTES) return 'pull'
    last = { epoch, ...to }
    return bytes
  }

  return {
    /**
     * Called for the first device, so that the next commit needs no poke. A device that has not pulled yet is behind this position:
     * it pulls at the delta.
     */
    begin: async () => {
      const position = await lane.position().catch(() => undefined)
      last ??= position
    },
    /** Called before the poke that makes the devices pull: each is at this position then, or past it. */
    restart: async () => {
      last = await lane.position().catch(() => undefined)
    },
    forget: () => {
      last = undefined
    },
    next: async (): Promise<NextDelta> => {
      const from = last
      last = undefined
      return from ? read(from) : 'pull'
    },
  }
}

type Deps = {
  lane: Lane
  log: Log
  poke: string
  /** How often pokes are sent that replace deltas. */
  pokes: { spanMs: number; backoff: Backoff }
  spanMs?: number
}

/**
 * Sends the changes of the directory to the devices that opted in. They are read and encoded once per node and batch of commits.
 *
 * A batch without a previous position is announced by a poke: one that comes as the first device connects, after a gap, after a failure, after
 * a delta that is too large, or of another epoch.
 */
export function createLiveDeltas({ lane, log, poke, pokes, spanMs = SPAN_MS }: Deps) {
  const takers = new Set<Taker>()
  const lagging = new WeakSet<Taker>()
  /** Those that have been sent nothing yet. */
  const fresh = new Set<Taker>()
  const reader = createDeltaReader(lane)

  const send = (taker: Taker, message: string | Uint8Array) => {
    if (lagging.has(taker)) return
    // A dropped message returns 0.
    if (taker.getBufferedAmount() > MAX_UNSENT_BYTES || taker.send(message) === 0) lagging.add(taker)
  }
  const sendAll = (message: string | Uint8Array) => {
    fresh.clear()
    for (const taker of takers) send(taker, message)
  }
  /** A device that has pulled from another node may have read less than this node when it connected: no delta contains the rest. */
  const pokeFresh = () => {
    const behind = [...fresh]
    fresh.clear()
    for (const taker of behind) send(taker, poke)
  }
  const announce = coalesce(pokes.spanMs, () => void reader.restart().then(() => sendAll(poke)), pokes.backoff)

  const sendNext = singleFlight(async () => {
    // Nothing is read while no device has opted in.
    if (takers.size === 0) return reader.forget()
    const next = await reader.next().catch((error) => {
      log.warn({ err: error }, 'a live delta could not be read')
      return 'pull' as const
    })
    if (next === 'pull') announce('directory')
    else if (next === 'nothing') pokeFresh()
    else sendAll(next)
  })

  return {
    onCommit: coalesce(spanMs, () => void sendNext(), spanMs > 0 ? PATIENCE : undefined),
    /** Notifications may have been missed: the next batch is announced by a poke. */
    onGap: reader.forget,
    opened: (taker: Taker) => {
      takers.add(taker)
      fresh.add(taker)
      if (takers.size === 1) void reader.begin()
    },
    closed: (taker: Taker) => {
      takers.delete(taker)
      fresh.delete(taker)
    },
    /** A device that received no deltas for want of space pulls. */
    drained: (taker: Taker) => {
      if (!lagging.has(taker) || taker.getBufferedAmount() > MAX_UNSENT_BYTES) return
      lagging.delete(taker)
      send(taker, poke)
    },
  }
}

const positionOf = ({ cursor, seen }: Position): Position => ({ cursor, ...(seen !== undefined && { seen }) })
