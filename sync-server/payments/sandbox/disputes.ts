import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { move } from './charges.ts'
import { recordEvent, unixSeconds } from './events.ts'
import { type Action, ok, type SandboxRequest } from './idempotent-request.ts'
import { findObject, lockObject, saveObject } from './object-store.ts'
import type { DisputeStatus, SandboxDispute, SandboxFraudWarning } from './objects.ts'
import { refundCharge } from './refunds.ts'
import { invalidRequest, missing } from './stripe-error.ts'

/** How long the sandbox's bank accepts evidence. */
const EVIDENCE_SECONDS = 7 * 24 * 60 * 60

/**
 * The card holder's bank withdraws the money while it investigates; an inquiry withdraws nothing.
 *
 * @param part  the amount, if it is not the whole charge: then it may also be a further dispute of the same charge
 */
export async function openDispute(tx: Transaction, chargeId: string, now: Date, isInquiry = false, part?: number) {
  const charge = await lockObject(tx, 'charge', chargeId)
  if (!charge || (charge.disputed && part === undefined)) return
  const amount = part ?? charge.amount
  const call: Pick<SandboxRequest, 'tx' | 'now'> = { tx, now }
  const id = newId('dp')
  const taken = isInquiry ? [] : [await move(call, { amount: -amount, fee: 1500, type: 'adjustment', source: id })]
  const dispute: SandboxDispute = {
    id,
    object: 'dispute',
    created: unixSeconds(now),
    livemode: false,
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    is_charge_refundable: isInquiry,
    evidence_details: { due_by: unixSeconds(now) + EVIDENCE_SECONDS, has_evidence: false, past_due: false, submission_count: 0 },
    balance_transactions: taken,
  }
  await saveObject(tx, dispute)
  await saveObject(tx, { ...charge, disputed: true })
  await recordEvent(call, 'charge.dispute.created', dispute)
}

/** The card network settles a complaint with a refund before it becomes a dispute: there is no fee, and no evidence to submit. */
export async function preventDispute(tx: Transaction, chargeId: string, now: Date) {
  const charge = await lockObject(tx, 'charge', chargeId)
  if (!charge || charge.disputed || charge.amount_refunded === charge.amount) return
  const call = { tx, now }
  const amount = charge.amount - charge.amount_refunded
  await refundCharge(call, { ...charge, disputed: true }, { amount, reason: null, metadata: {} })
  const dispute: SandboxDispute = {
    id: newId('dp'),
    object: 'dispute',
    created: unixSeconds(now),
    livemode: false,
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'prevented',
    // It never became a dispute: if its refund fails, the charge can be refunded again.
    is_charge_refundable: true,
    evidence_details: { due_by: null, has_evidence: false, past_due: false, submission_count: 0 },
    balance_transactions: [],
  }
  await saveObject(tx, dispute)
  await recordEvent(call, 'charge.dispute.created', dispute)
}

/** The card network reports a suspected fraud without further action. */
export async function warnOfFraud(tx: Transaction, chargeId: string, now: Date) {
  const charge = await findObject(tx, 'charge', chargeId)
  if (!charge) return
  const warning: SandboxFraudWarning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    created: unixSeconds(now),
    livemode: false,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    fraud_type: 'made_with_stolen_card',
    actionable: true,
  }
  await saveObject(tx, warning)
  await recordEvent({ tx, now }, 'radar.early_fraud_warning.created', warning)
}

/** Allowed transitions: an inquiry ends without a dispute, a lost dispute may be appealed, and an appeal is won or lost. */
const NEXT: Partial<Record<DisputeStatus, DisputeStatus[]>> = {
  warning_needs_response: ['warning_closed'],
  warning_closed: [],
  lost: ['appeal_needs_response', 'appeal_under_review'],
  appeal_needs_response: ['appeal_under_review', 'won', 'lost'],
  appeal_under_review: ['won', 'lost'],
  won: [],
  prevented: [],
}

/**
 * Ends a dispute as a bank would: `status` is `won` or `lost` (accepting it, as Stripe's own call does), or a stage of an appeal;
 * for an inquiry `warning_closed`.
 */
export const closeDispute: Action = async (call) => {
  const { tx, id, form } = call
  const dispute = await lockObject(tx, 'dispute', id)
  if (!dispute) throw missing('dispute', id)
  const allowed = NEXT[dispute.status] ?? ['won', 'lost']
  const status = allowed.find((one) => one === (form.get('status') ?? 'lost'))
  if (!status) throw invalidRequest('This dispute is already closed.', { param: 'status' })
  const deadline = status === 'appeal_needs_response' ? unixSeconds(call.now) + EVIDENCE_SECONDS : null
  // A closed inquiry keeps its deadline.
  const due_by = status === 'warning_closed' ? dispute.evidence_details.due_by : deadline
  const evidence_details = { ...dispute.evidence_details, due_by }
  // Minus the amount that it has returned before.
  const withheld = -(dispute.balance_transactions ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const back = { amount: withheld, fee: 0, type: 'adjustment', source: id } as const
  const returned = status === 'won' && withheld > 0 ? [await move(call, back)] : []
  const balance_transactions = [...(dispute.balance_transactions ?? []), ...returned]
  const closed: SandboxDispute = {
    ...dispute,
    status,
    is_charge_refundable: status === 'won' || status === 'warning_closed',
    evidence_details,
    balance_transactions,
  }
  await saveObject(tx, closed)
  await recordEvent(call, status.startsWith('appeal_') ? 'charge.dispute.updated' : 'charge.dispute.closed', closed)
  return ok(closed)
}
