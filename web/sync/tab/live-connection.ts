import * as v from 'valibot'
import { Poke } from '#shared/sync/protocol.ts'
import type { Schedule } from '#web/db/schedule.ts'
import { ALL_LANES, backoffMs, type Lane } from '#web/sync/engine/sync-loop.ts'

export type LiveDeps = {
  openSocket: () => WebSocket
  onPoke: (lanes: readonly Lane[]) => void
  /** A change of the directory, encoded. */
  onDelta: (bytes: ArrayBuffer) => void
  random: () => number
  after: Schedule
  stop: AbortSignal
}

/**
 * A node that stops closes all its connections at the same time. They reconnect spread over this interval, each with two pulls.
 */
const SPREAD_MS = 10_000

/**
 * A connection that delivers pokes and changes of the directory. It reconnects by itself, and requests a sync cycle each time:
 * messages may have been missed.
 */
export class LiveConnection {
  private socket: WebSocket | undefined
  private cancel: () => void = () => undefined
  private failures = 0

  constructor(private readonly deps: LiveDeps) {
    deps.stop.addEventListener('abort', () => {
      this.cancel()
      this.socket?.close()
    })
    this.connect()
  }

  /** The server identifies the principal of a connection by the cookie it was opened with. */
  reopen() {
    this.failures = -1
    this.socket?.close()
  }

  private connect() {
    if (this.deps.stop.aborted) return
    const socket = this.deps.openSocket()
    this.socket = socket
    socket.addEventListener('open', () => {
      this.failures = 0
      this.deps.onPoke(ALL_LANES)
    })
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return this.deps.onDelta(data)
      const poke = v.safeParse(Poke, readJson(data))
      if (poke.success) this.deps.onPoke([poke.output.scope])
    })
    // An error event is always followed by a close event.
    socket.addEventListener('close', () => {
      if (this.deps.stop.aborted) return
      this.failures++
      // Two failures in a row are not specific to this connection: a sync cycle determines the state and updates the status.
      if (this.failures === 2) this.deps.onPoke(ALL_LANES)
      const { after, random } = this.deps
      const pauseMs = this.failures > 1 ? backoffMs(this.failures, random) : this.failures * random() * SPREAD_MS
      this.cancel = after(pauseMs, () => this.connect())
    })
  }
}

/** `undefined` for a text that is not JSON: a later server may send it. `v.parseJson` would be in the first visit for this alone. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
