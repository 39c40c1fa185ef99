import { connect as connectSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { makePgArray, parsePgArray } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import * as schema from '#drizzle/schema/index.ts'
import { type App, createApp } from '#server/app.ts'
import type { OpenDatabase } from '#server/db.ts'
import { parseEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { prepared } from '#server/prepared.ts'
import { Pokes } from './pokes.ts'

export const ORIGIN = 'http://127.0.0.1'

/** The one type of lists that the schema has. */
const TEXTS = {
  to: 1009,
  from: [1009],
  serialize: (texts: string[] | string) => (typeof texts === 'string' ? texts : makePgArray(texts)),
  parse: parsePgArray,
}

/** There is no web app here: nothing in it is read. */
const folder = `${tmpdir()}/latchkey-no-folder`
const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: folder, RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'silent', SEED: 'none' })

/** The composed server on a real database, without a port: requests are handed to it, and its node can be killed. */
export class Backend {
  private inFlight = 0
  private answered: PromiseWithResolvers<void> | undefined
  private generation = 0
  private queriesLeft = Number.POSITIVE_INFINITY
  private readonly sockets = new Set<Socket>()
  private app!: App
  private pool!: OpenDatabase

  private constructor(private readonly address: { socketPath: string; database: string }) {}

  static async start(address: { socketPath: string; database: string }): Promise<Backend> {
    const backend = new Backend(address)
    await backend.startNode()
    return backend
  }

  /** That of the node which runs now. */
  get database(): OpenDatabase {
    return this.pool
  }
  get db() {
    return this.pool.db
  }
  /** Resolves when nothing is in hand any more. */
  whenAnswered = (): Promise<void> | undefined => {
    if (this.inFlight === 0) return undefined
    this.answered ??= Promise.withResolvers<void>()
    return this.answered.promise
  }

  /** @returns the answer; `undefined` when the node died over the request */
  async handle(request: Request): Promise<Response | undefined> {
    const { generation } = this
    return this.during(this.answer(request, generation))
  }

  private async answer(request: Request, generation: number): Promise<Response | undefined> {
    if (!this.isUp) await this.restarted
    const response = await this.app.http.handle(request)
    const body = await response.text()
    return generation === this.generation
      ? new Response(response.status === 204 ? null : body, { status: response.status, headers: response.headers })
      : undefined
  }

  /** The node is killed with so many words more to its database, and another one starts in its place. */
  dieAfter(queries: number) {
    this.queriesLeft = queries
  }

  private pokes: Pokes | undefined
  private isHeard = false
  /** Where a history has live connections, whoever hears of a commit does before time goes on. */
  async listen(hear: ((topic: string) => void) | undefined) {
    this.isHeard = hear !== undefined
    if (!hear) return
    this.pokes ??= await Pokes.open(this.address)
    await this.pokes.caughtUp()
    this.pokes.onTopic = hear
  }

  deaths = 0
  /** Called when a node dies: its connections end. */
  onDeath: () => void = () => undefined

  /** Work of the history itself, of which time has to wait for the end. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.inFlight++
    try {
      return await work
    } finally {
      if (this.isHeard) await this.pokes?.caughtUp()
      this.inFlight--
      if (this.inFlight === 0) this.answered?.resolve()
      if (this.inFlight === 0) this.answered = undefined
    }
  }

  /** Work of others that a dying node takes along: then it did not happen, and nobody hears of it. */
  unlessKilled(work: Promise<void>, onError: (error: unknown) => void) {
    const { generation } = this
    this.during(work).catch((error) => generation === this.generation && onError(error))
  }

  /** A job, as a worker would run it when it is due. */
  async runJob(kind: string, payload: unknown): Promise<void> {
    await this.restarted
    await this.during(Promise.resolve(this.app.handlers[kind]?.(payload)))
  }

  async stop() {
    await this.pokes?.close()
    await this.pool.close()
  }

  private isUp = false
  private restarted: Promise<void> = Promise.resolve()

  private async startNode() {
    this.pool = this.openPool()
    this.app = await createApp({ ...this.pool, env, log: createLog('silent'), now: () => new Date(), webFolder: folder })
    this.isUp = true
  }

  private die() {
    this.queriesLeft = Number.POSITIVE_INFINITY
    this.generation++
    this.deaths++
    this.isUp = false
    this.onDeath()
    const old = this.pool
    const sockets = [...this.sockets]
    this.sockets.clear()
    // Only once the driver has let go of them: what it had put off to its next turn it would write to no socket, and throw.
    const close = () => {
      for (const socket of sockets) socket.destroy()
    }
    void old.sql.end({ timeout: 0 }).then(close, close)
    this.restarted = this.during(this.startNode())
  }

  private openPool(): OpenDatabase {
    const open = (max: number) =>
      postgres({
        max,
        username: 'postgres',
        database: this.address.database,
        onnotice: () => undefined,
        // The driver would ask by itself, and nobody could hear of it when the node is killed as it connects.
        fetch_types: false,
        types: { texts: TEXTS },
        socket: () => this.openSocket(),
      } as postgres.Options<{ texts: postgres.PostgresType }>)
    const sql = prepared(open(6))
    return {
      sql,
      db: drizzle(sql, { schema, casing: 'snake_case' }),
      openSingle: () => open(1),
      close: () => sql.end({ timeout: 5 }),
    }
  }

  private async openSocket(): Promise<Socket> {
    const socket = connectSocket({ path: this.address.socketPath })
    this.sockets.add(socket)
    socket.once('close', () => this.sockets.delete(socket))
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
    socket.write = (...args: unknown[]) => {
      if (this.sockets.has(socket) && this.queriesLeft-- > 0) return write(...args)
      if (this.sockets.has(socket)) this.die()
      return true
    }
    return socket
  }
}
