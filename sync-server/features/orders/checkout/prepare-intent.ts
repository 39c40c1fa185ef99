import type { OrderDeps } from '#server/features/orders/deps.ts'
import { lowerReplyDays, type Order, setReceiptEmail, startAttempt } from '#server/features/orders/queries.ts'
import { REPLY_DAYS } from '#shared/replies/reply-days.ts'
import type { PaymentSetup } from '#shared/unlocks/contract.ts'
import { openAttempt } from './payment-attempt.ts'
import { isTaxedAs, type Purchase, shownTax } from './purchase.ts'
import { refuseIfSettled } from './refuse-if-settled.ts'

/** @returns `undefined` when the order is no longer the one to pay: find it again */
export async function setUpIntent(
  deps: OrderDeps,
  order: Order,
  { amount, snapshot }: Purchase,
): Promise<PaymentSetup | undefined> {
  const hasNewPrice = order.amount !== amount || !isTaxedAs(order.snapshot, snapshot)
  if (hasNewPrice && order.piId === null) {
    await startAttempt(deps.db, order, { amount, snapshot })
    return undefined
  }
  const intent = order.piId ? await deps.payments.readIntent(order.piId) : await openAttempt(deps, order)
  if (intent === 'look-again') return undefined
  if (!intent || intent.status === 'succeeded' || intent.status === 'processing' || intent.status === 'canceled') {
    return refuseIfSettled(deps, order)
  }
  if (!hasNewPrice) {
    await keepReceiptAddress(deps, order, snapshot)
    await keepReplyDays(deps, order, snapshot)
    return { clientSecret: intent.clientSecret, amount: order.amount, ...(snapshot.tax && { tax: shownTax(snapshot.tax) }) }
  }
  // P4: the old intent must be cancelled before a new one exists, or one click could be paid twice.
  if (await deps.payments.cancelIntent(intent.id)) await startAttempt(deps.db, order, { amount, snapshot })
  return undefined
}

async function keepReceiptAddress({ db }: OrderDeps, order: Order, { receiptEmail }: Order['snapshot']) {
  if (receiptEmail === undefined || receiptEmail === order.snapshot.receiptEmail) return
  await setReceiptEmail(db, order.id, receiptEmail)
}

/** The buyer has read the days of now, and pays the order of before: the fewer days apply. */
async function keepReplyDays({ db }: OrderDeps, order: Order, { replyDays }: Order['snapshot']) {
  if (replyDays !== undefined && replyDays < (order.snapshot.replyDays ?? REPLY_DAYS))
    await lowerReplyDays(db, order.id, replyDays)
}
