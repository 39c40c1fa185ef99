import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { issueDocuments } from '#server/features/orders/documents/issue-documents.ts'
import { changeOrder, findBuyer, hasLeft, insertPayment, type Order, setPaymentStatus } from '#server/features/orders/queries.ts'
import { issueReceipt } from '#server/features/orders/receipts/queries.ts'
import { queueReceipt, queueReturned, recipientOf } from '#server/features/orders/receipts/receipt-mail.ts'
import { cardKeyOf, isCardBlocked } from '#server/http/limits/blocked-card.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { Intent } from '#server/payments/payments-port.ts'
import type { VcId } from '#shared/ids.ts'
import { formatCents } from '#shared/money.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'
import { messageOf, type ProblemCode } from '#shared/problem.ts'
import type { Fulfilment, GrantState, Refusal } from './fulfilment.ts'
import { postLedgerEntries } from './ledger-postings.ts'
import { paidBackTwice } from './order-status.ts'

/** Refunds an order that could not be fulfilled. */
export const REFUND_UNDELIVERABLE_JOB = 'orders.return-money'

/** Refunds the rest of an order that is no longer delivered. */
export const REFUND_JOB = 'orders.refund'

/** The reason why a paid order was not fulfilled, if it was not. */
export const undeliverableReason = ({ refusal }: Pick<Order, 'refusal'>): ProblemCode | undefined => refusal ?? undefined

const GRANT_STATES: Partial<Record<OrderStatus, GrantState>> = {
  paid: 'completed',
  refunded: 'refunded',
  disputed: 'disputed',
  revoked: 'revoked',
}

/**
 * The only place where a payment becomes access, at settlement. The contact of a call is handed over later, when its free cancellation
 * has ended (`bookings/calls/hand-over-contact.ts`). The caller has locked the order's row, and has read from the provider that this
 * payment was made for this order.
 *
 * It is idempotent: every effect is unique per order, and the result depends only on the provider's state.
 */
export async function fulfil(tx: Transaction, deps: OrderDeps, order: Order, intent: Intent, status: OrderStatus) {
  const fulfilment = deps.fulfilments[order.kind]
  if (!fulfilment) throw new Error(`No fulfilment for orders of kind ${order.kind}`)
  const first = order.paidAt === null
  const refused = first
    ? await deliver(tx, deps, order, intent, fulfilment)
    : await blockerOnReinstatement(tx, deps, order, status, fulfilment)
  let hasChangedElsewhere = first
  if (!first) {
    hasChangedElsewhere = await postLedgerEntries(tx, order, intent, undefined, deps.now())
    if (hasChangedElsewhere) await issueDocuments(tx, order, deps.now())
  }
  for (const onPaymentUpdate of deps.subscribers)
    hasChangedElsewhere = (await onPaymentUpdate(tx, { order, intent, status, now: deps.now() })) || hasChangedElsewhere
  if (refused) {
    if (!first) await withhold(tx, deps, order, status, fulfilment)
    if (!first && !order.refusal) await announceReturn(tx, deps, order, refused)
    return markUndeliverable(tx, deps, { order, intent, status, refused, hasChangedElsewhere })
  }

  const state = GRANT_STATES[status]
  if (state) await fulfilment.setGrantState(tx, order, state, deps.now())
  await setPaymentStatus(tx, order.id, status)
  if (status === 'paid' && order.owedBackSince) await sendBackAgain(tx, order)
  return changeOrder(
    tx,
    order,
    { status, paidAt: order.paidAt ?? deps.now(), refusal: null, ...alertOf(order, intent, status) },
    hasChangedElsewhere,
  )
}

type Paid = { order: Order; intent: Intent; hasAccount: boolean }

/** Why nothing may be granted for a first payment, of any kind of order: the payment is then refunded. */
async function blockerOf(tx: Transaction, { keyring, now }: OrderDeps, paid: Paid): Promise<Refusal | undefined> {
  const { order, intent, hasAccount } = paid
  // A grant to a deleted account would have no owner.
  if (!hasAccount && (await hasLeft(tx, order.principalId))) return { refused: 'accounts.deleted' }
  const card = intent.cardFingerprint
  return card && (await isCardBlocked(tx, now(), await cardKeyOf(keyring, card))) ? { refused: 'blocked' } : undefined
}

/** The first payment: grant, issue the receipt and post to the ledger. */
async function deliver(tx: Transaction, deps: OrderDeps, order: Order, intent: Intent, fulfilment: Fulfilment) {
  const now = deps.now()
  const buyer = await findBuyer(tx, order.principalId)
  const recipient = recipientOf(order, buyer)
  const granted =
    (await blockerOf(tx, deps, { order, intent, hasAccount: buyer !== undefined })) ?? (await fulfilment.grant(tx, order, now))
  if ('refused' in granted) {
    await postLedgerEntries(tx, order, intent, undefined, now)
    await queueReturned(tx, order, recipient, { reason: messageOf(granted.refused), now })
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
  await postLedgerEntries(tx, order, intent, granted.payee, now)
  const number = await issueReceipt(tx, order.id, now)
  const documents = await issueDocuments(tx, order, now)
  await queueReceipt(tx, order, recipient, { number, paidAt: now, isGuest: !buyer, base: deps.base(), documents })
  return undefined
}

const REVERSED: OrderStatus[] = ['refunded', 'disputed', 'revoked']

/** An undeliverable order stays undeliverable; a reinstated one may be blocked by what happened in between. */
async function blockerOnReinstatement(
  tx: Transaction,
  deps: OrderDeps,
  order: Order,
  status: OrderStatus,
  fulfilment: Fulfilment,
) {
  const already = undeliverableReason(order)
  const isReinstated = status === 'paid' && REVERSED.includes(order.status)
  if (already || !isReinstated) return already
  return fulfilment.findBlocker?.(tx, order, deps.now())
}

/**
 * A grant that is now undeliverable is never restored, but its state still follows the payment (P8): a dispute can open before
 * the refund is sent. A payment that is still here is being refunded, so it counts as refunded. Where the first payment was
 * already undeliverable, nothing was granted: then there is no payment row.
 */
async function withhold(tx: Transaction, deps: OrderDeps, order: Order, status: OrderStatus, fulfilment: Fulfilment) {
  if (order.status === withoutGrant(status)) return
  const state = status === 'paid' ? 'refunded' : GRANT_STATES[status]
  if (state && (await setPaymentStatus(tx, order.id, state))) await fulfilment.setGrantState(tx, order, state, deps.now())
}

/** Notifies the buyer that a payment which came back after the purchase is refunded, because the purchase is no longer possible. */
async function announceReturn(tx: Transaction, deps: OrderDeps, order: Order, refused: ProblemCode) {
  const recipient = recipientOf(order, await findBuyer(tx, order.principalId))
  await queueReturned(tx, order, recipient, { reason: messageOf(refused), now: deps.now() })
}

/** P15: money is never kept silently. The order stays cancelled until its refund is complete. */
async function markUndeliverable(
  tx: Transaction,
  deps: OrderDeps,
  { order, intent, status, refused, hasChangedElsewhere }: UndeliverableOrder,
) {
  if (status === 'paid') {
    await enqueueJob(tx, { kind: REFUND_UNDELIVERABLE_JOB, key: order.id, payload: { orderId: order.id } })
  }
  const change = { status: withoutGrant(status), paidAt: order.paidAt ?? deps.now(), refusal: refused }
  return changeOrder(tx, order, { ...change, ...alertOf(order, intent, status) }, hasChangedElsewhere)
}
type UndeliverableOrder = {
  order: Order
  intent: Intent
  status: OrderStatus
  refused: ProblemCode
  hasChangedElsewhere: boolean
}

/** The buyer was promised a refund, and it was interrupted by a dispute that is now won, or by a bank that returned it. */
const sendBackAgain = (tx: Transaction, { id }: Order) => enqueueJob(tx, { kind: REFUND_JOB, key: id, payload: { orderId: id } })

/** A payment that was read is neither unknown nor unresolved. `return-failed` stays set until the refund is complete. */
function alertOf({ alertCode, alertDetail }: Order, intent: Intent, status: OrderStatus) {
  if (alertCode === 'return-failed' && status === 'paid') return { alertCode, alertDetail }
  const excess = paidBackTwice(intent)
  return excess > 0
    ? { alertCode: 'paid-back-twice' as const, alertDetail: `${formatCents(excess)} more than was paid` }
    : { alertCode: null, alertDetail: null }
}

/** The status of an undeliverable order: it is never `paid`. */
const withoutGrant = (status: OrderStatus): OrderStatus => (status === 'paid' ? 'cancelled' : status)
