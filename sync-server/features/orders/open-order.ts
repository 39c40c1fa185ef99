import { newId } from '#server/new-id.ts'
import type { OrderId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import { Problem, type ProblemCode } from '#shared/problem.ts'
import type { PaymentSetup } from '#shared/unlocks/contract.ts'
import type { OrderDeps } from './deps.ts'
import { openAttempt } from './open-attempt.ts'
import {
  findOpenOrder,
  findOrder,
  insertOrder,
  type NewOrder,
  type Order,
  startAttempt,
  updateOrder,
  type Wanted,
} from './queries.ts'
import { settleOrder } from './settle.ts'

export type Purchase = Wanted & Pick<NewOrder, 'targetType' | 'snapshot'> & { amount: Cents }

const MOST_LOOKS = 20

/**
 * What a browser needs to pay for a purchase. However often and however parallel it is
 * asked, one purchase has one open order and one intent (P2, P3).
 *
 * @throws Problem `payments.processing` or `unlocks.already-unlocked` when money is on its way or there
 */
export async function openOrder(deps: OrderDeps, purchase: Purchase): Promise<PaymentSetup> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const order = await findOrInsert(deps, purchase)
    const setup = order && (await setUp(deps, order, purchase).catch((error) => explain(deps, order, error)))
    if (setup) return setup
  }
  throw new Problem('payments.setup-failed')
}

/** The order is committed before the provider hears of it. */
async function findOrInsert({ db, isLiveMode, now }: OrderDeps, purchase: Purchase): Promise<Order | undefined> {
  const open = await findOpenOrder(db, purchase)
  if (open) return open
  const id = newId<OrderId>('ord')
  const wasInserted = await insertOrder(db, { id, ...purchase, livemode: isLiveMode, createdAt: now(), updatedAt: now() })
  return wasInserted ? findOrder(db, id) : undefined
}

/** @returns nothing when the order is not the one to pay any more: look again */
async function setUp(deps: OrderDeps, order: Order, { amount, snapshot }: Purchase): Promise<PaymentSetup | undefined> {
  const hasNewPrice = order.amount !== amount
  if (hasNewPrice && order.piId === null) {
    await startAttempt(deps.db, order, { amount, snapshot })
    return undefined
  }
  const intent = order.piId ? await deps.payments.readIntent(order.piId) : await openAttempt(deps, order)
  if (intent === 'look-again') return undefined
  if (!intent || intent.status === 'succeeded' || intent.status === 'processing' || intent.status === 'canceled') {
    return settleInstead(deps, order)
  }
  if (!hasNewPrice) {
    await keepReceiptAddress(deps, order, snapshot)
    return { clientSecret: intent.clientSecret, amount: order.amount }
  }
  // P4: the old intent must be gone before a new one exists, or one click could be paid twice.
  if (await deps.payments.cancelIntent(intent.id)) await startAttempt(deps.db, order, { amount, snapshot })
  return undefined
}

/** Of what was agreed, the one thing a buyer may still correct. */
async function keepReceiptAddress({ db }: OrderDeps, order: Order, { receiptEmail }: Order['snapshot']) {
  if (receiptEmail === undefined || receiptEmail === order.snapshot.receiptEmail) return
  await updateOrder(db, order.id, { snapshot: { ...order.snapshot, receiptEmail } })
}

async function settleInstead(deps: OrderDeps, order: Order): Promise<undefined> {
  const settled = await settleOrder(deps, order.id)
  const refusal: Partial<Record<Order['status'], ProblemCode>> = {
    paid: 'unlocks.already-unlocked',
    processing: 'payments.processing',
  }
  const code = settled && (settled.alert?.startsWith('payment mismatch') ? 'payments.mismatch' : refusal[settled.status])
  if (code) throw new Problem(code)
}

/** The provider's own words are for the operator; the order stays, and the next click goes on with it. */
function explain({ log }: OrderDeps, order: Order, error: unknown): never {
  if (error instanceof Problem) throw error
  log.error({ err: error, order: order.id }, 'a payment could not be set up')
  throw new Problem('payments.setup-failed')
}
