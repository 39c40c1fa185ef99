import { createIdentity } from '#server/features/accounts/sessions/identity.ts'
import { GUEST_COOKIE, SESSION_COOKIE } from '#server/http/session.ts'
import { createDeltaReader } from '#server/sync/live-deltas.ts'
import { directoryLane } from '#tests/support/actors/directory.ts'
import { FIXED_KEYS } from '#tests/support/vault.ts'
import { randomFrom } from '#tests/sync/simulator/random.ts'
import type { Lane } from '#web/sync/engine/sync-loop.ts'
import type { Backend } from './backend.ts'
import type { VirtualClock } from './clock.ts'
import type { JsContext } from './js-context.ts'
import type { Network } from './network.ts'

/** How long a browser may take to notice that a connection is dead. */
const NOTICED_WITHIN_MS = 60_000

/** On a bad network every other poke is sent into a connection that is already dead. */
const HARM = 0.5

/** Most devices take deltas; the others are those of the last release. */
const TAKERS = 0.75
/** A node reads the changes of this time together. */
const BATCH_MS = 50
/** A node that is behind sends what it has read this much later. */
const STALE_MS = 20_000
const NODES = 2
/** Of the deltas on their way to one device. */
const DOUBLED = 0.15
const DROPPED = 0.1
/** Reads that fail. */
const UNREAD = 0.08

type Data = string | ArrayBuffer
type Listener = (event: { data?: Data }) => void

/** One tab's live connection. The server gets its cookies, and sends what has changed. */
class SimSocket {
  private readonly listeners = new Map<string, Listener[]>()
  state: 'opening' | 'open' | 'dead' | 'closed' = 'opening'
  readonly takesDeltas: boolean
  readonly node: number
  principalId: string | undefined
  sid: string | undefined

  constructor(
    private readonly context: JsContext,
    readonly network: Network,
    readonly random: () => number,
  ) {
    this.takesDeltas = random() < TAKERS
    this.node = Math.floor(random() * NODES)
  }

  addEventListener(type: string, listen: Listener) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listen])
  }

  dispatch(type: string, data?: Data) {
    this.context.deliver(() => {
      for (const listen of this.listeners.get(type) ?? []) listen(data === undefined ? {} : { data })
    })
  }

  close() {
    if (this.state === 'closed') return
    this.state = 'closed'
    this.dispatch('close')
  }
}

type LiveDeps = { clock: VirtualClock; backend: Backend; script: { seed: number } }

/** What one node sends to its devices. The reader is the server's own. */
class LiveNode {
  private readonly reader: ReturnType<typeof createDeltaReader>
  private isAsked = false

  constructor(
    private readonly deps: LiveDeps,
    private readonly random: () => number,
    private readonly send: (message: ArrayBuffer | 'poke') => void,
  ) {
    this.reader = createDeltaReader(directoryLane(deps.backend.beside))
  }

  onCommit(staleMs: number) {
    if (this.isAsked) return
    this.isAsked = true
    this.deps.clock.after(this.random() * BATCH_MS, () => {
      this.isAsked = false
      void this.deps.backend.during(this.sendNext(staleMs))
    })
  }

  onGap = () => this.reader.forget()

  private async sendNext(staleMs: number) {
    const isUnread = this.random() < UNREAD
    const next = await this.reader.next().catch(() => 'pull' as const)
    if (next === 'nothing') return
    const message = next === 'pull' || isUnread ? 'poke' : (new Uint8Array(next).buffer as ArrayBuffer)
    if (message === 'poke') await this.reader.restart()
    this.deps.clock.after(this.random() * staleMs, () => this.send(message))
  }
}

/** All live connections of one history. */
export class Live {
  private readonly sockets = new Set<SimSocket>()
  private readonly nodes: LiveNode[]
  /** Both nodes are up to date, and nothing is doubled or dropped: a change then reaches every device at once. */
  isCalm = false
  deltas = 0

  constructor(private readonly deps: LiveDeps) {
    const random = randomFrom(deps.script.seed)
    this.nodes = Array.from({ length: NODES }, (_, node) => new LiveNode(deps, random, (message) => this.sendAll(node, message)))
  }

  /** Whether this device would receive a poke for a commit now. */
  isConnected = (network: Network) => [...this.sockets].some((socket) => socket.network === network && socket.state === 'open')

  /** What a tab gets for `new WebSocket`. */
  open(context: JsContext, network: Network, random: () => number): WebSocket {
    const { clock } = this.deps
    const socket = new SimSocket(context, network, random)
    this.sockets.add(socket)
    context.whenDead(() => this.sockets.delete(socket))
    const isLost = network.conditions === 'off' || (network.conditions === 'lossy' && random() < HARM)
    const later = (work: () => void) => clock.after(10 + random() * 40, () => context.deliver(work))
    if (isLost) later(() => this.end(socket))
    else later(() => void this.admit(socket))
    return socket as unknown as WebSocket
  }

  /** Called on each commit. */
  onCommit = (topic: string) => {
    if (topic === 'directory')
      for (const [at, node] of this.nodes.entries()) node.onCommit(at === 0 || this.isCalm ? 0 : STALE_MS)
    for (const socket of this.sockets) {
      if (socket.state !== 'open') continue
      if (socket.sid && topic === `ended:${socket.sid}`) this.poke(socket, 'me')
      if (topic === `me:${socket.principalId}`) this.poke(socket, 'me')
      if (topic === 'directory' && !socket.takesDeltas) this.poke(socket, topic)
    }
  }

  /** Notifications may have been missed: as a node does, it pokes every device, and announces the next delta by a poke. */
  onGap = () => {
    for (const node of this.nodes) node.onGap()
    this.onCommit('directory')
    for (const socket of this.sockets) if (socket.state === 'open') this.poke(socket, 'me')
  }

  private sendAll(node: number, message: ArrayBuffer | 'poke') {
    for (const socket of this.sockets) {
      if (socket.state !== 'open' || !socket.takesDeltas || socket.node !== node) continue
      if (message === 'poke') this.poke(socket, 'directory')
      else this.sendDelta(socket, message)
    }
  }

  /** A device that is slow misses it, and is poked once there is room again. */
  private sendDelta(socket: SimSocket, bytes: ArrayBuffer) {
    const fate = this.isCalm ? 1 : socket.random()
    if (fate < DROPPED) return this.poke(socket, 'directory')
    this.deltas++
    this.deliver(socket, bytes)
    if (fate < DROPPED + DOUBLED) this.deliver(socket, bytes)
  }

  /** The node is gone, or the network has changed: every connection ends, some of them unnoticed at first. */
  dropAll() {
    for (const socket of [...this.sockets]) this.end(socket)
  }

  private poke = (socket: SimSocket, scope: Lane) => this.deliver(socket, JSON.stringify({ scope }))

  /** Messages take a time of their own, so that they overtake each other. */
  private deliver(socket: SimSocket, data: Data) {
    const { clock } = this.deps
    const { network, random } = socket
    const isDead = network.conditions === 'off' || (network.conditions === 'lossy' && random() < HARM)
    if (isDead) {
      socket.state = 'dead'
      clock.after(random() * NOTICED_WITHIN_MS, () => this.end(socket))
    } else clock.after(5 + random() * (this.isCalm ? 40 : 400), () => socket.state === 'open' && socket.dispatch('message', data))
  }

  private async admit(socket: SimSocket) {
    const { cookies } = socket.network
    const { backend } = this.deps
    const identity = createIdentity({
      db: backend.db,
      now: () => new Date(),
      env: { ADMIN_EMAILS: [], adminsNeedTwoFactor: false },
      limit: async () => undefined,
      trustedProxies: 0,
      keyring: FIXED_KEYS,
    })
    const tokens = { session: cookies.get(SESSION_COOKIE), guest: cookies.get(GUEST_COOKIE) }
    const caller = await backend.during(identity.findCaller(tokens)).catch(() => undefined)
    if (!caller) return this.end(socket)
    if (socket.state !== 'opening') return
    socket.principalId = caller.principalId
    socket.sid = caller.account?.session.sid
    socket.state = 'open'
    socket.dispatch('open')
  }

  private end(socket: SimSocket) {
    this.sockets.delete(socket)
    socket.close()
  }
}
