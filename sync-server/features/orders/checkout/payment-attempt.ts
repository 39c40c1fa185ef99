import type { OrderDeps } from '#server/features/orders/deps.ts'
import {
  findOrder,
  findProvedAddress,
  type Order,
  saveCheckout,
  saveIntent,
  startAttempt,
} from '#server/features/orders/queries.ts'
import type { Checkout, Intent, IntentWords } from '#server/payments/payments-port.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import { Problem } from '#shared/problem.ts'

type Deps = Pick<OrderDeps, 'db' | 'payments'>

/**
 * Opens the intent of an order's current attempt and stores it. Parallel callers use one idempotency key, so they all get the
 * same intent.
 *
 * @returns `look-again` when the order has moved on to another attempt
 */
export async function openAttempt({ db, payments }: Deps, order: Order): Promise<Intent | 'look-again'> {
  const { id, attempt, amount } = order
  const intent = await payments.openIntent({ orderId: id, attempt, amount, ...(await intentTextsOf(db, order)) })
  if (intent === 'key-taken') return abandonAttempt(db, order)
  if (intent.orderId !== id) throw new Problem('payments.setup-failed')
  await saveIntent(db, id, attempt, intent.id)
  if ((await findOrder(db, id))?.piId === intent.id) return intent
  // The order has moved on in between: an intent that no order tracks must not be payable.
  await payments.cancelIntent(intent.id)
  return 'look-again'
}

/** The same for an order that is paid on the provider's hosted page. */
export async function openCheckout({ db, payments }: Deps, order: Order): Promise<Checkout | 'look-again'> {
  const { id, attempt, amount, snapshot } = order
  if (!snapshot.pages) throw new Error(`Order ${id} has no return page`)
  const checkout = await payments.openCheckout({ orderId: id, attempt, amount, title: snapshot.title, ...snapshot.pages })
  if (checkout === 'key-taken') return abandonAttempt(db, order)
  if (checkout.orderId !== id) throw new Problem('payments.setup-failed')
  await saveCheckout(db, id, attempt, checkout.id)
  if ((await findOrder(db, id))?.sessionId === checkout.id) return checkout
  await payments.closeCheckout(checkout.id)
  return 'look-again'
}

/** P4: this attempt was made with other terms before, so it can only be abandoned. */
async function abandonAttempt(db: Deps['db'], order: Order): Promise<'look-again'> {
  await startAttempt(db, order, order)
  return 'look-again'
}

const DESCRIPTIONS: Record<OrderKind, string> = {
  vc_unlock: 'Contact of an investor',
  vc_contact: 'Contact of an investor',
  meeting: 'Call with an investor',
  decision_maker: 'Name of a decision maker',
  scout_publish: 'Listing of a project',
  project_visibility: 'Listing of a project',
}

/** Contains no personal data except the buyer's own address, where it was entered for this order or is verified. */
async function intentTextsOf(db: Deps['db'], { kind, principalId, snapshot }: Order): Promise<IntentWords> {
  const receiptEmail = snapshot.receiptEmail ?? (await findProvedAddress(db, principalId))
  return { description: DESCRIPTIONS[kind], receiptEmail }
}
