import { countryName } from '#server/country-name.ts'
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
import { taxSentence } from '#shared/documents/tax.ts'
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
  const { id, attempt, amount, kind, snapshot } = order
  if (!snapshot.pages) throw new Error(`Order ${id} has no return page`)
  const note = snapshot.tax && taxSentence(snapshot.tax, countryName)
  const texts = { title: snapshot.title, note, ...INTENT_TEXTS[kind] }
  const checkout = await payments.openCheckout({ orderId: id, attempt, amount, ...texts, ...snapshot.pages })
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

type Texts = Pick<IntentWords, 'description' | 'descriptorSuffix'>

const CONTACT: Texts = { description: 'Contact of an investor', descriptorSuffix: 'CONTACT' }
const LISTING: Texts = { description: 'Listing of a project', descriptorSuffix: 'LISTING' }

/**
 * The suffixes are Latin letters, at most 10: with a prefix of up to 10 characters and the separator they fit into the 22 characters
 * of a statement. @see https://docs.stripe.com/get-started/account/statement-descriptors
 */
export const INTENT_TEXTS: Record<OrderKind, Texts> = {
  vc_unlock: CONTACT,
  vc_contact: CONTACT,
  meeting: { description: 'Call with an investor', descriptorSuffix: 'CALL' },
  decision_maker: { description: 'Name of a decision maker', descriptorSuffix: 'NAME' },
  scout_publish: LISTING,
  project_visibility: LISTING,
}

/** Contains no personal data except the buyer's own address, where it was entered for this order or is verified. */
async function intentTextsOf(db: Deps['db'], { kind, principalId, snapshot }: Order): Promise<IntentWords> {
  const receiptEmail = snapshot.receiptEmail ?? (await findProvedAddress(db, principalId))
  return { ...INTENT_TEXTS[kind], receiptEmail }
}
