import { Elysia } from 'elysia'
import { createMoney } from '#server/composition/payments.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import type { OpenDatabase } from '#server/database/client.ts'
import { parseEnv, SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '#server/env.ts'
import { createIdentity } from '#server/features/accounts/sessions/identity.ts'
import { createLog } from '#server/log.ts'
import { createSandbox } from '#server/payments/sandbox/sandbox.ts'
import type { TestDatabase } from '#tests/support/database/postgres.ts'
import { createLife, type Life, mortalDatabase } from './lifecycle.ts'

/** One server as far as money goes; it dies with its life, and what it kept in memory dies with it. */
export type Node = { life: Life; money: ReturnType<typeof createMoney> }

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

  const keyring = await openKeyring(database.db)
  const startNode = (pool: OpenDatabase): Node => {
    const life = createLife()
    const world = { ...mortalDatabase(pool, life), env, log, now, webFolder: '/nonexistent' }
    return {
      life,
      money: createMoney(
        world,
        createIdentity({ ...world, limit: async () => undefined, trustedProxies: 0, keyring }),
        keyring,
        () => stage.url,
      ),
    }
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
