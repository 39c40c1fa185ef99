import { connect as connectSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { makePgArray, parsePgArray } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import * as schema from '#drizzle/schema/index.ts'
import { type App, createApp } from '#server/app.ts'
import { connect, type OpenDatabase } from '#server/database/client.ts'
import { prepared } from '#server/database/prepared-statements.ts'
import { parseEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { markProof } from '#tests/support/database/prove-marks.ts'
import { Pokes } from './pokes.ts'

export const ORIGIN = 'http://127.0.0.1'

/** The only array type in the schema. */
const TEXTS = {
  to: 1009,
  from: [1009],
  serialize: (texts: string[] | string) => (typeof texts === 'string' ? texts : makePgArray(texts)),
  parse: parsePgArray,
}

/** There is no web app here: nothing is read from this folder. */
const folder = `${tmpdir()}/latchkey-no-folder`
const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: folder, RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'silent', SEED: 'none' })

/** Requests are distributed over the nodes in turn, as behind a load balancer. */
const NODES = 2

/** One process of the server: its own pool, its own memory. */
type Node = { app: App; pool: OpenDatabase; sockets: Set<Socket>; isDead: boolean; restarted: Promise<void> }

/** What ends while the next push is applied, after this many messages to the database: a node, or one of its connections. */
export type Cut = {
  ends: 'node' | 'connection'
  messages: number
  /** Whether Postgres still gets the last message. */
  isSent: boolean
}

/**
 * The composed server on a real database, without a port: requests are passed to two nodes, which can be killed, and whose
 * connections can be cut.
 */
export class Backend {
  /** What marks report as unchanged is compared with all documents: at every private pull, or at one in `PROVE_EVERY`. */
  readonly proof = markProof(Number(process.env.PROVE_EVERY ?? 4))
  private inFlight = 0
  private answered: PromiseWithResolvers<void> | undefined
  private queriesLeft = Number.POSITIVE_INFINITY
  private nodes: Node[] = []
  private turn = 0

  private constructor(private readonly address: { socketPath: string; database: string }) {}

  static async start(address: { socketPath: string; database: string }): Promise<Backend> {
    const backend = new Backend(address)
    // Both in parallel, on a database without keys: they must agree on the first keys.
    backend.nodes = await Promise.all(Array.from({ length: NODES }, () => backend.startNode()))
    return backend
  }

  /** The pool of a running node. */
  get database(): OpenDatabase {
    return this.first.pool
  }
  get db() {
    return this.first.pool.db
  }
  private get first(): Node {
    const [first] = this.nodes
    if (!first) throw new Error('No node has started.')
    return first
  }
  /** Resolves when no request or job is in flight; `undefined` when none is in flight now. */
  whenAnswered = (): Promise<void> | undefined => {
    if (this.inFlight === 0) return undefined
    this.answered ??= Promise.withResolvers<void>()
    return this.answered.promise
  }

  /** @returns the response; `undefined` when the node died during the request */
  async handle(request: Request): Promise<Response | undefined> {
    return this.during(this.answer(request))
  }

  private async answer(request: Request): Promise<Response | undefined> {
    const node = this.nodes[this.turn++ % NODES] ?? this.first
    await node.restarted
    const isPush = request.url.endsWith('/api/sync/push')
    if (isPush && this.cut && !this.cut.isBegun) this.cut.isBegun = true
    const response = await node.app.http.handle(request)
    const body = await response.text()
    return node.isDead
      ? undefined
      : new Response(response.status === 204 ? null : body, { status: response.status, headers: response.headers })
  }

  /** A node is killed after this many further messages to its database, and another one starts in its place. */
  dieAfter(queries: number) {
    this.queriesLeft = queries
  }

  private cut: (Cut & { isBegun: boolean }) | undefined
  connectionsCut = 0
  /** Counted from the next push on; `undefined` cancels it. */
  cutNextPush(cut: Cut | undefined) {
    this.cut = cut && { ...cut, isBegun: false }
  }

  private elapsed: () => number = () => 0
  /** The server's clock advances with the clocks of the devices: a record that is fresh for ten seconds ages while they wait. */
  private readonly now = () => new Date(Date.now() + this.elapsed())

  /**
   * Called before a history, so that the same history uses the same nodes.
   *
   * @param elapsed  milliseconds of the history's virtual time
   */
  begin(elapsed: () => number) {
    this.elapsed = elapsed
    this.turn = 0
    this.cut = undefined
  }

  private others: OpenDatabase | undefined
  /** A pool for transactions of other programs on the same cluster, which the death of a node does not end. */
  get elsewhere(): OpenDatabase {
    this.others ??= connect(this.address, { max: 4 })
    return this.others
  }

  private readers: OpenDatabase | undefined
  /** A pool for reads that neither a death of a node nor an open transaction of others blocks. */
  get beside(): OpenDatabase {
    this.readers ??= connect(this.address, { max: 2 })
    return this.readers
  }

  private pokes: Pokes | undefined
  private isListening = false
  /** In a history with live connections, every listener receives a commit before time advances. */
  async listen(live: { onCommit: (topic: string) => void; onGap: () => void } | undefined) {
    this.isListening = live !== undefined
    if (!live) return
    this.pokes ??= await Pokes.open(this.address)
    await this.pokes.caughtUp()
    this.pokes.onTopic = live.onCommit
    this.pokes.onGap = live.onGap
  }

  deaths = 0
  /** Called when a node dies: its connections end. */
  onDeath: () => void = () => undefined

  /** Runs work of the history itself; time does not advance until it ends. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.inFlight++
    try {
      return await work
    } finally {
      if (this.isListening) await this.pokes?.caughtUp()
      this.inFlight--
      if (this.inFlight === 0) this.answered?.resolve()
      if (this.inFlight === 0) this.answered = undefined
    }
  }

  /** Work of other users that a dying node interrupts did not happen: its error is ignored. */
  unlessKilled(work: Promise<void>, onError: (error: unknown) => void) {
    const node = this.first
    const cuts = this.connectionsCut
    this.during(work).catch((error) => !node.isDead && cuts === this.connectionsCut && onError(error))
  }

  /** Runs a job, as a worker would when it is due. */
  async runJob(kind: string, payload: unknown): Promise<void> {
    const node = this.first
    await node.restarted
    await this.during(Promise.resolve(node.app.jobs[kind]?.(payload)))
  }

  async stop() {
    await this.pokes?.close()
    await this.others?.close()
    await this.readers?.close()
    await Promise.all(this.nodes.map(({ pool }) => pool.close()))
  }

  private async startNode(): Promise<Node> {
    const sockets = new Set<Socket>()
    const node = { sockets, isDead: false, restarted: Promise.resolve() } as Node
    node.pool = this.openPool(node)
    node.app = await this.createApp(node.pool)
    return node
  }

  private createApp = (pool: OpenDatabase) =>
    createApp({
      ...{ ...pool, env, log: createLog('silent'), now: this.now, webFolder: folder },
      ...{ proveMarks: this.proof.prove, codeHash: 'simulator' },
    })

  private die(node: Node) {
    this.queriesLeft = Number.POSITIVE_INFINITY
    this.cut = undefined
    this.deaths++
    node.isDead = true
    this.onDeath()
    const sockets = [...node.sockets]
    node.sockets.clear()
    const close = () => {
      for (const socket of sockets) socket.destroy()
    }
    void node.pool.sql.end({ timeout: 0 }).then(close, close)
    const next = { sockets: new Set<Socket>(), isDead: false } as Node
    next.pool = this.openPool(next)
    next.restarted = this.during(this.createApp(next.pool)).then((app) => {
      next.app = app
    })
    this.nodes = this.nodes.map((each) => (each === node ? next : each))
  }

  private openPool(node: Node): OpenDatabase {
    const open = (max: number) =>
      postgres({
        max,
        username: 'postgres',
        database: this.address.database,
        onnotice: () => undefined,
        // Without this the driver queries types by itself, and a node killed while it connects would leave an error that no code
        // can catch.
        fetch_types: false,
        types: { texts: TEXTS },
        socket: () => this.openSocket(node),
      } as postgres.Options<{ texts: postgres.PostgresType }>)
    const sql = prepared(open(6))
    return {
      sql,
      db: drizzle(sql, { schema, casing: 'snake_case' }),
      openSingle: () => open(1),
      observeStatements: () => undefined,
      close: () => sql.end({ timeout: 5 }),
    }
  }

  private async openSocket(node: Node): Promise<Socket> {
    const { sockets } = node
    const socket = connectSocket({ path: this.address.socketPath })
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
    socket.write = (...args: unknown[]) => {
      if (!sockets.has(socket)) return true
      if (this.queriesLeft-- <= 0) {
        this.die(node)
        return true
      }
      const cut = this.cutNow()
      if (!cut || cut.isSent) write(...args)
      if (cut?.ends === 'node') this.die(node)
      else if (cut) this.end(socket, sockets)
      return true
    }
    return socket
  }

  /** The cut that happens at this message. */
  private cutNow(): Cut | undefined {
    const { cut } = this
    if (!cut?.isBegun || cut.messages-- > 0) return undefined
    this.cut = undefined
    return cut
  }

  /**
   * Ends a connection as a failover or an operator does: Postgres rolls back what was not committed, and the node uses other
   * connections.
   */
  private end(socket: Socket, sockets: Set<Socket>) {
    this.connectionsCut++
    sockets.delete(socket)
    // Data that was written is sent before the socket closes.
    setImmediate(() => socket.destroy())
  }
}
