import * as v from 'valibot'
import { Poke } from '#shared/sync/protocol.ts'
import type { Schedule } from '#web/db/schedule.ts'
import { ALL_LANES, backoffMs, type Lane } from '#web/sync/engine/sync-loop.ts'

export type LiveDeps = {
  openSocket: () => WebSocket
  onPoke: (lanes: readonly Lane[]) => void
  random: () => number
  after: Schedule
  stop: AbortSignal
}

/** A node that stops closes all its connections at once. They come back one after another, each with two pulls. */
const SPREAD_MS = 10_000

/** A connection that says only "come and pull". It comes back by itself, and asks for a round each time: pokes may have been missed. */
export class LiveConnection {
  private socket: WebSocket | undefined
  private callOff: () => void = () => undefined
  private failures = 0

  constructor(private readonly deps: LiveDeps) {
    deps.stop.addEventListener('abort', () => {
      this.callOff()
      this.socket?.close()
    })
    this.connect()
  }

  /** The server knows a connection's principal by the cookie it was opened with. */
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
      const poke = v.safeParse(v.pipe(v.string(), v.parseJson(), Poke), data)
      if (poke.success) this.deps.onPoke([poke.output.scope])
    })
    // An error is always followed by a close.
    socket.addEventListener('close', () => {
      if (this.deps.stop.aborted) return
      this.failures++
      // Twice in a row it is not this connection alone: a round finds out, and the status says so.
      if (this.failures === 2) this.deps.onPoke(ALL_LANES)
      const { after, random } = this.deps
      const pauseMs = this.failures > 1 ? backoffMs(this.failures, random) : this.failures * random() * SPREAD_MS
      this.callOff = after(pauseMs, () => this.connect())
    })
  }
}
