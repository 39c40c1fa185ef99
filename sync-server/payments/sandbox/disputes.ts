import type { Transaction } from '#server/db.ts'
import { newId } from '#server/new-id.ts'
import { type Action, type Call, ok } from './call.ts'
import { move } from './charges.ts'
import { recordEvent, unixSeconds } from './events.ts'
import { invalidRequest, missing } from './fault.ts'
import type { SandboxDispute } from './objects.ts'
import { lockObject, saveObject } from './store.ts'

/** The card holder's bank takes the money back while it asks questions. */
export async function openDispute(tx: Transaction, chargeId: string, now: Date) {
  const charge = await lockObject(tx, 'charge', chargeId)
  if (!charge || charge.disputed) return
  const call: Pick<Call, 'tx' | 'now'> = { tx, now }
  const dispute: SandboxDispute = {
    id: newId('dp'),
    object: 'dispute',
    created: unixSeconds(now),
    livemode: false,
    amount: charge.amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
    is_charge_refundable: false,
  }
  await saveObject(tx, dispute)
  await saveObject(tx, { ...charge, disputed: true })
  await move(call, { amount: -charge.amount, fee: 1500, type: 'adjustment', source: dispute.id })
  await recordEvent(call, 'charge.dispute.created', dispute)
}

/** Ends a dispute as a bank would: `status` is `won` or `lost` (giving up, as Stripe's own call does). */
export const closeDispute: Action = async (call) => {
  const { tx, id, form } = call
  const dispute = await lockObject(tx, 'dispute', id)
  if (!dispute) throw missing('dispute', id)
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalidRequest('This dispute is already closed.')
  const status = form.get('status') ?? 'lost'
  if (status !== 'won' && status !== 'lost') throw invalidRequest('status must be won or lost.', { param: 'status' })
  const closed: SandboxDispute = { ...dispute, status, is_charge_refundable: status === 'won' }
  await saveObject(tx, closed)
  if (status === 'won') await move(call, { amount: dispute.amount, fee: 0, type: 'adjustment', source: id })
  await recordEvent(call, 'charge.dispute.closed', closed)
  return ok(closed)
}
