import { Elysia } from 'elysia'
import type { Database, Queryable } from '#server/database/client.ts'
import { createSandbox } from '#server/payments/sandbox/sandbox.ts'
import { isActivityWanted, playActivity } from '#server/seed/activity/play.ts'
import { createStage } from '#server/seed/activity/stage.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { createModules } from './app.ts'
import { type AppInputs, createAppContext } from './app-context.ts'
import { type FeatureModule, merge } from './feature-module.ts'

/**
 * What the sample accounts have done: purchases, calls, refunds, payouts, decisions and texts of six months, in relation to now.
 *
 * The product's own services do all of it, on a clock that is set to each day in turn, and a payment sandbox of its own takes the
 * cards. All of it is one transaction: no job of a running server sees a half of it, and a start that is killed leaves nothing of
 * it. Written once, and only into a database without an order and without a project draft: a person who tries the product keeps
 * what they have.
 *
 * @returns whether it was written now; false without the payment sandbox too
 */
export async function seedActivity(inputs: AppInputs): Promise<boolean> {
  if (!inputs.env.isPaymentSandbox) return false
  return inputs.db.transaction(async (tx) => {
    if (!(await isActivityWanted(tx))) return false
    const clock = { at: inputs.now() }
    // A transaction has all of a database but its pool: a transaction in it is a savepoint.
    const db = tx as Queryable as Database
    const now = () => clock.at
    let port: number | undefined
    const context = {
      ...(await createAppContext({ ...inputs, db, now }, () => port)),
      // Six months pass within seconds.
      limit: async () => undefined,
      limitOn: () => async () => undefined,
    }
    const { secretKey, webhookSecret } = context.stripeKeys
    const sandbox = createSandbox({ ...context, secretKey, webhookSecret, ownUrl: () => undefined })
    const provider = new Elysia().use(sandbox.routes).listen({ hostname: '127.0.0.1', port: 0 })
    port = provider.server?.port
    try {
      const { orders, all } = createModules(context)
      const mutators = merge(all, 'mutators') as Mutators
      const jobs = merge(all, 'jobs') as NonNullable<FeatureModule['jobs']>
      await playActivity(createStage({ ...context, tx, clock, orders, mutators, jobs }))
    } finally {
      await provider.stop(true)
    }
    return true
  })
}
