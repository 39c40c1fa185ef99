import { Problem } from '#shared/problem.ts'
import type { OrderDeps } from './deps.ts'
import { type Order, saveIntent, startAttempt } from './queries.ts'

/**
 * Opens the intent of an order's current attempt and remembers it. Parallel callers
 * use one idempotency key, so they all get the same intent.
 *
 * @returns `look-again` when the order has moved on to another attempt
 */
export async function openAttempt({ db, payments }: Pick<OrderDeps, 'db' | 'payments'>, order: Order) {
  const { id, attempt, amount } = order
  const intent = await payments.openIntent({ orderId: id, attempt, amount })
  if (intent === 'key-taken') {
    // P4: this attempt was made at another price once, so it can only be left behind.
    await startAttempt(db, order, order)
    return 'look-again'
  }
  if (intent.orderId !== id) throw new Problem('payments.setup-failed')
  await saveIntent(db, id, attempt, intent.id)
  return intent
}
