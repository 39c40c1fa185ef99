import { type AnyElysia, Elysia } from 'elysia'
import { createModules } from '#server/app.ts'
import { createAppContext } from '#server/app-context.ts'
import type { OpenDatabase } from '#server/database/client.ts'
import type { TransferOwnership } from '#server/database/transfer-ownership.ts'
import { parseEnv, SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '#server/env.ts'
import { concat, merge } from '#server/feature-module.ts'
import { createIdentity } from '#server/features/accounts/sessions/identity.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { createLog } from '#server/log.ts'
import { createSandbox } from '#server/payments/sandbox/sandbox.ts'
import type { TestDatabase } from '#tests/support/database/postgres.ts'
import { createLifecycle, type Lifecycle, mortalDatabase } from './lifecycle.ts'

/** One server's money features; its in-memory state is lost when its lifecycle ends. */
export type Node = {
  lifecycle: Lifecycle
  owners: TransferOwnership[]
  money: { orders: OrderDeps; jobs: JobHandlers; routes: AnyElysia }
}

/** A database, a provider that never dies, two servers, and one clock for all of them. */
export type Setup = {
  database: OpenDatabase
  url: string
  now: Date
  nodes: [Node, Node]
  /** Replaces a killed server, as an operator would. */
  revive: () => void
  stop: () => Promise<void>
}

export async function openSetup(database: TestDatabase): Promise<Setup> {
  const env = parseEnv({ NODE_ENV: 'test', LOG_LEVEL: process.env.MONEY_LOG ?? 'silent', SEED: 'none' })
  const log = createLog(env.LOG_LEVEL)
  const now = () => setup.now
  const provider = createSandbox({
    db: database.db,
    log,
    now,
    secretKey: SANDBOX_SECRET_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    // Webhooks are delivered, or not, by the history.
    ownUrl: () => undefined,
  })
  const listening = new Elysia().use(provider.routes).listen({ hostname: '127.0.0.1', port: 0 })
  const pools = [database.connectAgain(), database.connectAgain()] as const

  const shared = await createAppContext(
    { ...database, env, log, now, webFolder: '/nonexistent', codeHash: 'test' },
    () => undefined,
  )
  const startNode = (pool: OpenDatabase): Node => {
    const lifecycle = createLifecycle()
    const own = mortalDatabase(pool, lifecycle)
    const { keyring } = shared
    const identity = createIdentity({ ...shared, ...own, limit: async () => undefined, keyring })
    const modules = createModules({ ...shared, ...own, identity, listeningUrl: () => setup.url })
    const routes = concat(modules.money, 'routes').reduce<AnyElysia>((app, added) => app.use(added), new Elysia())
    return { lifecycle, owners: modules.owners, money: { orders: modules.orders, jobs: merge(modules.money, 'jobs'), routes } }
  }
  const setup: Setup = {
    database,
    url: `http://127.0.0.1:${listening.server?.port}`,
    now: new Date('2027-01-01T09:00:00Z'),
    nodes: [startNode(pools[0]), startNode(pools[1])],
    revive() {
      for (const index of [0, 1] as const) {
        if (this.nodes[index].lifecycle.isOver) this.nodes[index] = startNode(pools[index])
        else this.nodes[index].lifecycle.stepsLeft = Number.POSITIVE_INFINITY
      }
    },
    stop: async () => {
      await listening.stop(true)
    },
  }
  return setup
}
