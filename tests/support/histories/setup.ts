import { type AnyElysia, Elysia } from 'elysia'
import { createModules } from '#server/app.ts'
import { createAppContext } from '#server/app-context.ts'
import type { OpenDatabase } from '#server/database/client.ts'
import { parseEnv, SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '#server/env.ts'
import { concat, merge } from '#server/feature-module.ts'
import type { TransferOwnership } from '#server/features/accounts/guest-merge/transfer-ownership.ts'
import { createIdentity } from '#server/features/accounts/sessions/identity.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { createLog } from '#server/log.ts'
import { createSandbox } from '#server/payments/sandbox/sandbox.ts'
import type { TestDatabase } from '#tests/support/database/postgres.ts'
import { createLife, type Life, mortalDatabase } from './lifecycle.ts'

/** One server as far as money goes; it dies with its life, and what it kept in memory dies with it. */
export type Node = {
  life: Life
  owners: TransferOwnership[]
  money: { orders: OrderDeps; jobs: JobHandlers; routes: AnyElysia }
}

/** A database, a provider beside it that never dies, two servers on it, and one clock for all. */
export type Stage = {
  database: OpenDatabase
  url: string
  now: Date
  nodes: [Node, Node]
  /** Replaces a server that was killed, as an operator would. */
  revive: () => void
  stop: () => Promise<void>
}

export async function openStage(database: TestDatabase): Promise<Stage> {
  const env = parseEnv({ NODE_ENV: 'test', LOG_LEVEL: process.env.MONEY_LOG ?? 'silent', SEED: 'none' })
  const log = createLog(env.LOG_LEVEL)
  const now = () => stage.now
  const provider = createSandbox({
    db: database.db,
    log,
    now,
    secretKey: SANDBOX_SECRET_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    // What it has to tell is delivered by the history, or is not.
    ownUrl: () => undefined,
  })
  const listening = new Elysia().use(provider.routes).listen({ hostname: '127.0.0.1', port: 0 })
  const pools = [database.connectAgain(), database.connectAgain()] as const

  const shared = await createAppContext(
    { ...database, env, log, now, webFolder: '/nonexistent', codeHash: 'test' },
    () => undefined,
  )
  const startNode = (pool: OpenDatabase): Node => {
    const life = createLife()
    const own = mortalDatabase(pool, life)
    const { keyring } = shared
    const identity = createIdentity({ ...shared, ...own, limit: async () => undefined, keyring })
    const modules = createModules({ ...shared, ...own, identity, listeningUrl: () => stage.url })
    const routes = concat(modules.money, 'routes').reduce<AnyElysia>((app, added) => app.use(added), new Elysia())
    return { life, owners: modules.owners, money: { orders: modules.orders, jobs: merge(modules.money, 'jobs'), routes } }
  }
  const stage: Stage = {
    database,
    url: `http://127.0.0.1:${listening.server?.port}`,
    now: new Date('2027-01-01T09:00:00Z'),
    nodes: [startNode(pools[0]), startNode(pools[1])],
    revive() {
      for (const index of [0, 1] as const) {
        if (this.nodes[index].life.isOver) this.nodes[index] = startNode(pools[index])
        else this.nodes[index].life.stepsLeft = Number.POSITIVE_INFINITY
      }
    },
    stop: async () => {
      await listening.stop(true)
    },
  }
  return stage
}
