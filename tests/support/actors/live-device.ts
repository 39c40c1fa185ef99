import { inflateRawSync } from 'node:zlib'
import { foldDeltas, type LiveDelta, type OwnPosition } from '#shared/sync/live-delta.ts'
import type { DirectoryDelta, DirectoryPart, DirectorySnapshot, Doc } from '#shared/sync/protocol.ts'

type Changes = { put: Record<string, Doc[]>; del: Record<string, string[]> }
type Options = {
  /** Whether it opts in to deltas. */
  takesDeltas?: boolean
  /** Whether it begins at the position of a snapshot without its documents. */
  isEmpty?: boolean
  onChanges?: (changes: Changes) => void
  /** After it has applied something, it applies nothing for this time, as a real device does. */
  foldMs?: number
  /** Devices of one process that receive the same bytes may share the decoded delta. */
  decode?: (bytes: ArrayBuffer) => LiveDelta
}

export const decodeDelta = (bytes: ArrayBuffer) => JSON.parse(String(inflateRawSync(bytes))) as LiveDelta

/**
 * A device over a real socket and HTTP that follows the rule of real devices: what arrives is applied, ignored or pulled. It
 * stores a position; what it does with the changes is up to its test.
 */
export class LiveDevice {
  position: OwnPosition | undefined
  /** Every message in its order: the scope of a poke, or a delta. */
  readonly messages: (string | LiveDelta)[] = []
  readonly sizes: number[] = []
  pulls = 0
  /** Requests and connections that the server refused. */
  readonly refused: string[] = []
  private waiting: LiveDelta[] = []
  private pulling: Promise<void> | undefined
  private isAskedAgain = false
  private isPausing = false
  private isClosed = false
  private socket: WebSocket | undefined

  constructor(
    public url: string,
    private readonly options: Options = {},
  ) {}

  /** Opens the connection, then pulls: a commit in between is not missed. */
  async connect(): Promise<void> {
    this.isClosed = false
    const query = this.options.takesDeltas === false ? '' : '?deltas=1'
    const address = `${this.url.replace('http', 'ws')}/api/sync/live${query}`
    // Bun's own constructor accepts headers, which a page could never set and the DOM's types do not know.
    const socket: WebSocket = Reflect.construct(WebSocket, [address, { headers: { origin: this.url } }])
    socket.binaryType = 'arraybuffer'
    this.socket = socket
    socket.addEventListener('message', ({ data }) => this.receive(data))
    await new Promise<void>((done) => {
      socket.addEventListener('open', () => done())
      socket.addEventListener('error', () => {
        this.refused.push('connection')
        done()
      })
    })
    await this.pull()
  }

  /** From now on it receives and asks nothing: its node may end while a request is on its way. */
  close() {
    this.isClosed = true
    this.socket?.close()
  }

  whenClosed = () => new Promise<void>((done) => this.socket?.addEventListener('close', () => done()))

  async pull(): Promise<void> {
    if (this.isClosed) return
    if (this.pulling) this.isAskedAgain = true
    this.pulling ??= this.pullOnce().finally(() => {
      this.pulling = undefined
      if (this.isAskedAgain) {
        this.isAskedAgain = false
        return this.pull()
      }
      this.follow([])
    })
    return this.pulling
  }

  private receive(data: string | ArrayBuffer) {
    if (this.isClosed) return
    if (typeof data === 'string') {
      const { scope } = JSON.parse(data) as { scope: string }
      this.messages.push(scope)
      if (scope === 'directory') void this.pull()
      return
    }
    this.sizes.push(data.byteLength)
    const delta = (this.options.decode ?? decodeDelta)(data)
    this.messages.push(delta)
    this.follow([delta])
  }

  private follow(deltas: LiveDelta[]) {
    this.waiting.push(...deltas)
    if (this.pulling || this.isPausing || !this.position || this.waiting.length === 0) return
    const { delta, isBehind } = foldDeltas(this.position, this.waiting.splice(0))
    if (delta) this.apply(delta)
    if (delta && this.options.foldMs) this.pause(this.options.foldMs)
    if (isBehind) void this.pull()
  }

  private pause(ms: number) {
    this.isPausing = true
    setTimeout(() => {
      this.isPausing = false
      this.follow([])
    }, ms)
  }

  private apply({ epoch, cursor, seen, put, del }: OwnPosition & Changes) {
    this.position = { epoch, cursor, ...(seen !== undefined && { seen }) }
    this.options.onChanges?.({ put, del })
  }

  private async pullOnce(): Promise<void> {
    this.pulls++
    if (!this.position) await this.download()
    if (!this.position) return
    const { epoch, cursor, seen } = this.position
    const query = new URLSearchParams({ epoch, since: cursor, ...(seen !== undefined && { seen }) })
    const delta = await this.get<DirectoryDelta>(`?${query}`)
    if (!delta) return
    if (!('reset' in delta)) return this.apply(delta)
    this.position = undefined
    await this.pullOnce()
  }

  private async download(): Promise<void> {
    const snapshot = await this.get<DirectorySnapshot>('/snapshot')
    if (!snapshot) return
    const { epoch, cursor, parts } = snapshot
    for (const hash of this.options.isEmpty ? [] : parts) {
      const part = await this.get<DirectoryPart>(`/parts/${hash}`)
      if (part) this.options.onChanges?.({ put: part.put, del: {} })
    }
    this.position = { epoch, cursor }
  }

  private async get<Body>(path: string): Promise<Body | undefined> {
    if (this.isClosed) return
    try {
      const reply = await fetch(`${this.url}/api/sync/directory${path}`)
      if (reply.ok) return (await reply.json()) as Body
      this.refused.push(`${reply.status} ${path}`)
      await reply.arrayBuffer()
    } catch (error) {
      if (!this.isClosed) throw error
    }
    return undefined
  }
}
