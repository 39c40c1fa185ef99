import { createIdentity } from '#server/features/accounts/sessions/identity.ts'
import { GUEST_COOKIE, SESSION_COOKIE } from '#server/http/session.ts'
import { FIXED_KEYS } from '#tests/support/vault.ts'
import type { Lane } from '#web/sync/engine/sync-loop.ts'
import type { Backend } from './backend.ts'
import type { VirtualClock } from './clock.ts'
import type { JsContext } from './js-context.ts'
import type { Network } from './network.ts'

/** How long a browser may take to notice that a connection is dead. */
const NOTICED_WITHIN_MS = 60_000

/** On a bad network every other poke is sent into a connection that is already dead. */
const HARM = 0.5

type Listener = (event: { data?: string }) => void

/** One tab's live connection. The server gets its cookies, and sends only that something changed. */
class SimSocket {
  private readonly listeners = new Map<string, Listener[]>()
  state: 'opening' | 'open' | 'dead' | 'closed' = 'opening'
  principalId: string | undefined
  sid: string | undefined

  constructor(
    private readonly context: JsContext,
    readonly network: Network,
    readonly random: () => number,
  ) {}

  addEventListener(type: string, listen: Listener) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listen])
  }

  dispatch(type: string, data?: string) {
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

type LiveDeps = { clock: VirtualClock; backend: Backend }

/** All live connections of one history. */
export class Live {
  private readonly sockets = new Set<SimSocket>()

  constructor(private readonly deps: LiveDeps) {}

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
    for (const socket of this.sockets) {
      if (socket.state !== 'open') continue
      if (socket.sid && topic === `ended:${socket.sid}`) this.poke(socket, 'me')
      if (topic === 'directory' || topic === `me:${socket.principalId}`) this.poke(socket, topic === 'directory' ? topic : 'me')
    }
  }

  /** The node is gone, or the network has changed: every connection ends, some of them unnoticed at first. */
  dropAll() {
    for (const socket of [...this.sockets]) this.end(socket)
  }

  private poke(socket: SimSocket, scope: Lane) {
    const { clock } = this.deps
    const { network, random } = socket
    const isDead = network.conditions === 'off' || (network.conditions === 'lossy' && random() < HARM)
    if (isDead) {
      socket.state = 'dead'
      clock.after(random() * NOTICED_WITHIN_MS, () => this.end(socket))
    } else clock.after(5 + random() * 40, () => socket.state === 'open' && socket.dispatch('message', JSON.stringify({ scope })))
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
