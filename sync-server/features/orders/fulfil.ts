import type { Transaction } from '#server/db.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { newId } from '#server/new-id.ts'
import type { Intent } from '#server/payments/payments.ts'
import type { VcId } from '#shared/ids.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'
import { messageOf, type ProblemCode, problemCodes } from '#shared/problem.ts'
import type { OrderDeps } from './deps.ts'
import type { Fulfilment, GrantState } from './fulfilment.ts'
import { keepBooks } from './ledger.ts'
import { findBuyer, insertPayment, type Order, setPaymentStatus, updateOrder } from './queries.ts'
import { queueReceipt, queueReturned } from './receipt.ts'
import { issueReceipt } from './receipt-queries.ts'

/** Sends the money of an order back that could not be fulfilled. */
export const RETURN_JOB = 'orders.return-money'

const REFUSED = 'refused: '

/** Why a paid order was not fulfilled, when it was not. */
export function refusalOf(order: Order): ProblemCode | undefined {
  return problemCodes.find((code) => order.alert === `${REFUSED}${code}`)
}

const GRANT_STATES: Partial<Record<OrderStatus, GrantState>> = {
  paid: 'completed',
  refunded: 'refunded',
  disputed: 'disputed',
  revoked: 'revoked',
}

/**
 * The one place where money becomes access. The caller holds the order's row, and has
 * itself read from the provider that this payment was made for this order.
 *
 * It may run any number of times: every effect is unique per order, and what it
 * leaves behind depends on the provider's word alone.
 */
export async function fulfil(tx: Transaction, deps: OrderDeps, order: Order, intent: Intent, status: OrderStatus) {
  const fulfilment = deps.fulfilments[order.kind]
  if (!fulfilment) throw new Error(`Nothing fulfils orders of the kind ${order.kind}`)
  const first = order.paidAt === null
  const refused = first ? await hand(tx, deps, order, intent, fulfilment) : await refusalNow(tx, deps, order, status, fulfilment)
  if (!first) await keepBooks(tx, order, intent, undefined, deps.now())
  for (const follow of deps.followers) await follow(tx, { order, intent, status, now: deps.now() })
  if (refused) {
    if (!first) await withhold(tx, deps, order, status, fulfilment)
    return refuse(tx, deps, order, status, refused)
  }

  const state = GRANT_STATES[status]
  if (state) await fulfilment.setGrant(tx, order, state, deps.now())
  await setPaymentStatus(tx, order.id, status)
  return updateOrder(tx, order.id, { status, paidAt: order.paidAt ?? deps.now(), alert: null })
}

/** The first time: hand over, write the receipt and the books. */
async function hand(tx: Transaction, deps: OrderDeps, order: Order, intent: Intent, fulfilment: Fulfilment) {
  const now = deps.now()
  const buyer = await findBuyer(tx, order.principalId)
  const recipient = order.snapshot.receiptEmail ?? buyer?.email
  const granted = await fulfilment.grant(tx, order, now)
  if ('refused' in granted) {
    await keepBooks(tx, order, intent, undefined, now)
    await queueReturned(tx, order, recipient, messageOf(granted.refused))
    return granted.refused
  }
  await insertPayment(tx, {
    id: newId('pay'),
    principalId: order.principalId,
    orderId: order.id,
    founderId: buyer?.userId ?? null,
    vcId: order.snapshot.vcType === undefined ? null : (order.targetId as VcId),
    amount: order.amount,
    currency: order.currency,
    paymentType: order.kind,
    stripePaymentIntentId: intent.id,
    introTemplate: granted.introTemplate ?? null,
  })
  await keepBooks(tx, order, intent, granted.payee, now)
  const number = await issueReceipt(tx, order.id, now)
  await queueReceipt(tx, order, recipient, { number, paidAt: now })
  return undefined
}

/** What was refused stays refused; what comes back may have lost its place meanwhile. */
async function refusalNow(tx: Transaction, deps: OrderDeps, order: Order, status: OrderStatus, fulfilment: Fulfilment) {
  const already = refusalOf(order)
  const comesBack = status === 'paid' && (order.status === 'refunded' || order.status === 'disputed')
  if (already || !comesBack) return already
  return fulfilment.obstacle?.(tx, order, deps.now())
}

/**
 * What was granted once and is refused now is never restored, and its state still follows the money (P8): a dispute can open
 * before the refund is sent. Money that is here is on its way back, so it counts as refunded. Nothing was granted where the
 * first payment was refused: then there is no payment row.
 */
async function withhold(tx: Transaction, deps: OrderDeps, order: Order, status: OrderStatus, fulfilment: Fulfilment) {
  if (order.status === withoutGrant(status)) return
  const state = status === 'paid' ? 'refunded' : GRANT_STATES[status]
  if (state && (await setPaymentStatus(tx, order.id, state))) await fulfilment.setGrant(tx, order, state, deps.now())
}

/** P15: money is never kept silently. The order stays cancelled until its refund is there. */
async function refuse(tx: Transaction, deps: OrderDeps, order: Order, status: OrderStatus, refused: ProblemCode) {
  if (status === 'paid') await enqueueJob(tx, { kind: RETURN_JOB, key: order.id, payload: { orderId: order.id } })
  return updateOrder(tx, order.id, {
    status: withoutGrant(status),
    paidAt: order.paidAt ?? deps.now(),
    alert: `${REFUSED}${refused}`,
  })
}

/** The status of an order that was refused: it is never `paid`. */
const withoutGrant = (status: OrderStatus): OrderStatus => (status === 'paid' ? 'cancelled' : status)
