import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { cents, formatCents } from '#shared/money.ts'
import { move } from './charges.ts'
import { recordEvent, unixSeconds } from './events.ts'
import { type Action, ok, type SandboxRequest } from './idempotent-request.ts'
import { metadataOf } from './intents.ts'
import { findObject, listObjects, lockObject, saveObject } from './object-store.ts'
import type { SandboxCharge, SandboxRefund } from './objects.ts'
import { invalidRequest, missing } from './stripe-error.ts'

/** Reverses the refund of a card that cannot be refunded. */
export const BOUNCE_JOB = 'sandbox.bounce-refund'
const BOUNCES_AFTER_MS = 500

export const createRefund: Action = async (call) => {
  const { tx, form } = call
  const charge = await lockCharge(call)
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = form.has('amount') ? Number(form.get('amount')) : left
  if (!Number.isSafeInteger(amount) || amount <= 0) throw invalidRequest('Invalid positive integer', { param: 'amount' })
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${formatCents(cents(amount))}) is greater than unrefunded amount on charge (${formatCents(cents(left))})`,
      { param: 'amount' },
    )
  }
  if (charge.disputed && !(await isRefundable(tx, charge))) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  }
  return ok(await refundCharge(call, charge, { amount, reason: form.get('reason'), metadata: metadataOf(form) }))
}

type RefundInput = Pick<SandboxRefund, 'amount' | 'reason' | 'metadata'>

/** Refunds a part of a charge. The caller has checked the remaining amount. */
export async function refundCharge(call: Pick<SandboxRequest, 'tx' | 'now'>, charge: SandboxCharge, input: RefundInput) {
  const { tx, now } = call
  const { amount } = input
  const id = newId('re')
  const entry = await move(call, { amount: -amount, fee: 0, type: 'refund', source: id })
  const refund: SandboxRefund = {
    id,
    object: 'refund',
    created: unixSeconds(now),
    livemode: false,
    ...input,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
    balance_transaction: entry.id,
  }
  const amount_refunded = charge.amount_refunded + amount
  const refunded = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount }
  await saveObject(tx, refund)
  await saveObject(tx, refunded)
  await recordEvent(call, 'refund.created', refund)
  await recordEvent(call, 'charge.refunded', refunded)
  const method = await findObject(tx, 'payment_method', charge.payment_method)
  if (method?.outcome === 'fails_to_refund') {
    const runAt = new Date(now.getTime() + BOUNCES_AFTER_MS)
    await enqueueJob(tx, { kind: BOUNCE_JOB, key: id, payload: { refundId: id }, runAt })
  }
  return refund
}

/** The card's bank rejects the money: it returns to the balance, and the charge looks as if nothing had been refunded. */
export async function bounceRefund(tx: Transaction, refundId: string, now: Date) {
  const refund = await lockObject(tx, 'refund', refundId)
  const charge = refund && (await lockObject(tx, 'charge', refund.charge))
  if (!charge || refund.status !== 'succeeded') return
  const failed: SandboxRefund = { ...refund, status: 'failed' }
  await saveObject(tx, failed)
  await saveObject(tx, { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
  await move({ tx, now }, { amount: refund.amount, fee: 0, type: 'adjustment', source: refund.id })
  await recordEvent({ tx, now }, 'refund.failed', failed)
}

/** The charge to refund, identified by its own id or by its intent. */
async function lockCharge({ tx, form }: SandboxRequest): Promise<SandboxCharge> {
  const intentId = form.get('payment_intent')
  const intent = intentId ? await findObject(tx, 'payment_intent', intentId) : undefined
  if (intentId && !intent) throw missing('payment_intent', intentId)
  const chargeId = intent ? intent.latest_charge : form.get('charge')
  if (!chargeId) throw invalidRequest('This payment has no successful charge to refund.', { param: 'payment_intent' })
  const charge = await lockObject(tx, 'charge', chargeId)
  if (charge?.status !== 'succeeded') throw missing('charge', chargeId)
  return charge
}

async function isRefundable(tx: SandboxRequest['tx'], charge: SandboxCharge) {
  const { data } = await listObjects(tx, 'dispute', { limit: 100, where: { charge: charge.id } })
  return data.every((dispute) => dispute.is_charge_refundable)
}
