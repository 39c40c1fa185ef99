import type { OrderDeps } from '#server/features/orders/deps.ts'
import { findOrder } from '#server/features/orders/queries.ts'
import { closeOrder } from '#server/features/orders/settlement/refund-jobs.ts'
import { cardKeyOf, isCardBlocked } from '#server/http/limits/blocked-card.ts'
import type { OrderId } from '#shared/ids.ts'
import { countFailures, findOrigin, forgetFailures, insertFailure } from './card-queries.ts'

export const FORGET_FAILURES = 'orders.forget-card-failures'
export const FORGET_FAILURES_SECONDS = 60 * 60

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_MS = 2 * DAY_MS

/** A payment accepts no more cards after this many were declined. */
const MAX_PER_ORDER = 5
/** A card that was declined this often within a day, for any orders, ends each payment on which it is tried. */
const MAX_PER_CARD = 5

/**
 * Counts a declined card, once per event, by order, buyer, address block and card. Above the limit, and for a card
 * that is on the block list, the intent is cancelled: the next attempt needs a new intent, which the card guard may refuse.
 *
 * @throws Error while the provider is still processing the payment: the event is retried
 */
export const recordCardFailure = (deps: OrderDeps) => async (orderId: OrderId, eventId: string) => {
  const { db, now, payments, keyring } = deps
  const order = await findOrder(db, orderId)
  const intent = order?.piId && (await payments.readIntent(order.piId))
  if (!order || !intent) return
  const { principalId } = order
  const cardKey = intent.cardFingerprint ? await cardKeyOf(keyring, intent.cardFingerprint) : null
  const origin = await findOrigin(db, principalId)
  const isNew = await insertFailure(db, { eventId, orderId, principalId, ...origin, cardKey, failedAt: now() })
  const failures = await countFailures(db, { orderId, cardKey, since: new Date(now().getTime() - DAY_MS) })
  const isBlocked = cardKey !== null && (await isCardBlocked(db, now(), cardKey, isNew ? 1 : 0))
  const isSpent = isBlocked || failures.ofOrder >= MAX_PER_ORDER || failures.ofCard >= MAX_PER_CARD
  if (isSpent && (order.status === 'failed' || order.status === 'pending')) await closeOrder(deps, orderId)
}

/**
 * Ends a payment that waits for the bank of a card on the block list. If the bank answers first, the payment is refunded instead.
 *
 * @throws Error while the provider is still processing the payment: the event is retried
 */
export const refuseBlockedCard = (deps: OrderDeps) => async (orderId: OrderId) => {
  const { db, now, payments, keyring } = deps
  const order = await findOrder(db, orderId)
  const intent = order?.piId ? await payments.readIntent(order.piId) : undefined
  if (intent?.status !== 'requires_action' || intent.cardFingerprint === undefined) return
  const cardKey = await cardKeyOf(keyring, intent.cardFingerprint)
  if (!(await isCardBlocked(db, now(), cardKey, 0))) return
  await closeOrder(deps, orderId)
  await isCardBlocked(db, now(), cardKey)
}

export const forgetCardFailures =
  ({ db, now }: Pick<OrderDeps, 'db' | 'now'>) =>
  () =>
    forgetFailures(db, new Date(now().getTime() - KEPT_MS))
