import * as v from 'valibot'
import { foldDeltas, LiveDelta } from '#shared/sync/live-delta.ts'
import type { DirectoryDatabase } from '#web/db/directory-database.ts'
import type { Platform } from '#web/sync/engine/platform.ts'
import { applyDelta, removesMany } from '#web/sync/engine/pull/pull-public.ts'
import { withJitter } from '#web/sync/engine/sync-loop.ts'
import { withStorageTimeout } from '#web/sync/engine/timeouts.ts'
import { IDLE_TIMEOUT_MS } from '#web/sync/engine/transport.ts'

/** The first delta is stored at once. Those of this time after it are stored together: one transaction, one repaint. */
const FOLD_MS = 150

/** Deltas that wait for a pull or for the storage. Beyond this they are dropped, and the device pulls. */
const MAX_WAITING_BYTES = 256 * 1024

/**
 * A delta that does not continue here asks for a pull at once, later ones at most once in this time: a server that refuses pulls
 * still sends deltas, and each would start a cycle without its backoff.
 */
const PULL_PAUSE_MS = 1000

type Deps = {
  device: Pick<Platform, 'after' | 'random' | 'inflate'>
  directory: DirectoryDatabase
  stop: AbortSignal
  /** Asks for a cycle of the public lane. */
  pull: () => void
  isPulling: () => boolean
}

/** Stores the deltas of the live connection. Only the leading tab has one. */
export class LiveDeltas {
  private waiting: ArrayBuffer[] = []
  /** While a batch is stored, and for `FOLD_MS` after it. */
  private isStoring = false
  private isPausing = false
  private isBehind = false

  constructor(private readonly deps: Deps) {}

  take(bytes: ArrayBuffer) {
    this.waiting.push(bytes)
    if (this.waiting.reduce((sum, { byteLength }) => sum + byteLength, 0) > MAX_WAITING_BYTES) {
      this.waiting = []
      this.askForPull()
    }
    this.flush()
  }

  /** Called when a pull ends: what arrived during the pull continues its result, or is part of it. */
  flush() {
    const { stop, isPulling, device } = this.deps
    if (stop.aborted || this.isStoring || isPulling() || this.waiting.length === 0) return
    this.isStoring = true
    const batch = this.waiting.splice(0)
    // A delta that cannot be read or stored is pulled: the cycle shows why it fails, too.
    const storing = withStorageTimeout(device.after, IDLE_TIMEOUT_MS, () => this.store(batch)).catch(() => false)
    void storing.then((isUpToDate) => {
      if (!isUpToDate) this.askForPull()
      device.after(FOLD_MS, () => {
        this.isStoring = false
        this.flush()
      })
    })
  }

  private async store(batch: ArrayBuffer[]): Promise<boolean> {
    const { device, directory } = this.deps
    const texts = await Promise.all(batch.map(device.inflate ?? inflate))
    return storeDeltas(
      directory,
      texts.map((text) => v.parse(LiveDelta, JSON.parse(text))),
    )
  }

  private askForPull() {
    const { stop, device, pull } = this.deps
    if (stop.aborted) return
    this.isBehind = this.isPausing
    if (this.isPausing) return
    this.isPausing = true
    pull()
    device.after(withJitter(PULL_PAUSE_MS, device.random), () => {
      this.isPausing = false
      if (this.isBehind) this.askForPull()
    })
  }
}

/** @returns whether the device is up to date with these deltas; otherwise it has to pull */
async function storeDeltas(db: DirectoryDatabase, deltas: LiveDelta[]): Promise<boolean> {
  const {
    directory: state,
    cursor,
    seen,
    incoming,
    sparing,
  } = await db.getMetas(...(['directory', 'cursor', 'seen', 'incoming', 'sparing'] as const))
  // Evicted: its cycles decide when it returns.
  if (sparing?.what === 'directory') return true
  if (!state?.isComplete || incoming || cursor === undefined) return false
  const { delta, isBehind } = foldDeltas({ epoch: state.epoch, cursor, seen }, deltas)
  if (!delta) return !isBehind
  if (await removesMany(db, delta, state)) return false
  return (await applyDelta(db, state, { since: cursor, seen }, delta)) && !isBehind
}

const inflate = (bytes: ArrayBuffer): Promise<string> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
