import { newId } from '#server/database/new-id.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { TestCardBehaviour } from './cards.ts'
import { recordEvent, unixSeconds } from './events.ts'
import type { Reply, SandboxRequest } from './idempotent-request.ts'
import { findObject, saveObject } from './object-store.ts'
import type { SandboxBalanceTransaction, SandboxCharge, SandboxIntent, SandboxPaymentMethod } from './objects.ts'
import { missing } from './stripe-error.ts'

/** Follow-ups of a charge: its bank disputes the payment, or warns of fraud. */
export const DISPUTE_JOB = 'sandbox.dispute'
export const WARNING_JOB = 'sandbox.fraud-warning'
const DOUBTED_AFTER_MS = 500

/** Captures the money of an intent whose payment method is ready. */
export async function charge(call: SandboxRequest, intent: SandboxIntent): Promise<SandboxIntent> {
  const method = await findObject(call.tx, 'payment_method', intent.payment_method ?? '')
  if (!method) throw missing('payment_method', intent.payment_method ?? '')
  const id = newId('ch')
  const fee = Math.round(intent.amount * 0.029) + 30
  const entry = await move(call, { amount: intent.amount, fee, type: 'charge', source: id })
  const made: SandboxCharge = {
    ...chargeOf(call, intent, id),
    balance_transaction: entry.id,
    payment_method_details: { type: 'card', card: method.card },
  }
  await saveObject(call.tx, made)
  const paid: SandboxIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: id,
    last_payment_error: null,
    next_action: null,
  }
  await saveObject(call.tx, paid)
  await recordEvent(call, 'charge.succeeded', made)
  await recordEvent(call, 'payment_intent.succeeded', paid)
  const doubt = DOUBTS[method.outcome]
  if (doubt) {
    const runAt = new Date(call.now.getTime() + DOUBTED_AFTER_MS)
    const isInquiry = method.outcome === 'is_inquired'
    await enqueueJob(call.tx, { kind: doubt, key: id, payload: { chargeId: id, isInquiry }, runAt })
  }
  return paid
}

const DOUBTS: Partial<Record<TestCardBehaviour, string>> = {
  is_disputed: DISPUTE_JOB,
  is_inquired: DISPUTE_JOB,
  is_warned: WARNING_JOB,
}

const chargeOf = ({ now }: SandboxRequest, intent: SandboxIntent, id: string): SandboxCharge => ({
  id,
  object: 'charge',
  created: unixSeconds(now),
  livemode: false,
  amount: intent.amount,
  amount_captured: intent.amount,
  amount_refunded: 0,
  currency: intent.currency,
  status: 'succeeded',
  paid: true,
  captured: true,
  refunded: false,
  disputed: false,
  payment_intent: intent.id,
  payment_method: intent.payment_method ?? '',
  balance_transaction: null,
  failure_code: null,
  failure_message: null,
  metadata: intent.metadata,
})

type Decline = { code: string; message: string; declineCode?: string; card?: SandboxPaymentMethod['card'] }

/** The bank declines: the intent stays open for another card, and the reply contains the reason. */
export async function declineWith(call: SandboxRequest, intent: SandboxIntent, decline: Decline): Promise<Reply> {
  const error = {
    type: 'card_error' as const,
    code: decline.code,
    message: decline.message,
    ...(decline.declineCode && { decline_code: decline.declineCode }),
    ...(decline.card && { payment_method: { object: 'payment_method', type: 'card', card: decline.card } }),
  }
  const refused: SandboxIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  }
  await saveObject(call.tx, refused)
  await recordEvent(call, 'payment_intent.payment_failed', refused)
  return { status: 402, body: { error: { ...error, payment_intent: refused } } }
}

type Movement = Pick<SandboxBalanceTransaction, 'amount' | 'fee' | 'type' | 'source'>

/** Records a movement of the balance. */
export const move = ({ tx, now }: Pick<SandboxRequest, 'tx' | 'now'>, movement: Movement) =>
  saveObject<'balance_transaction'>(tx, {
    id: newId('txn'),
    object: 'balance_transaction',
    created: unixSeconds(now),
    livemode: false,
    currency: 'usd',
    net: movement.amount - movement.fee,
    status: 'available',
    ...movement,
  } satisfies SandboxBalanceTransaction)
