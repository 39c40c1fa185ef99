import { readCard } from './cards.ts'
import { takeCheckout } from './checkouts.ts'
import { recordEvent } from './events.ts'
import { ok, type Reply, type SandboxRequest } from './idempotent-request.ts'
import { authenticate, openIntent, pay } from './intents.ts'
import { lockObject, saveObject } from './object-store.ts'
import type { SandboxCheckout, SandboxIntent } from './objects.ts'
import { invalidRequest } from './stripe-error.ts'

/** The action of a buyer on the page: tries a card, or completes or fails the bank's authentication. */
export type Step = 'pay' | 'approve' | 'refuse'

/** @returns 200 with the updated checkout, or the card's decline */
export async function payCheckout(call: SandboxRequest, step: Step): Promise<Reply> {
  const checkout = await takeCheckout(call)
  if (checkout.status !== 'open') throw invalidRequest('This page is closed.')
  const intent = await intentOf(call, checkout)
  const reply = await tryStep(call, intent, step)
  if (reply.status !== 200) return reply
  const tried: SandboxCheckout = { ...checkout, payment_intent: intent.id }
  const isPaid = (reply.body as SandboxIntent).status === 'succeeded'
  if (!isPaid) return ok(await saveObject(call.tx, tried))
  const complete: SandboxCheckout = { ...tried, status: 'complete', payment_status: 'paid', url: null }
  await saveObject(call.tx, complete)
  await recordEvent(call, 'checkout.session.completed', complete)
  return ok(complete)
}

function tryStep(call: SandboxRequest, intent: SandboxIntent, step: Step): Promise<Reply> {
  if (step !== 'pay') return authenticate(call, intent, step === 'approve')
  if (intent.status !== 'requires_payment_method') throw invalidRequest('This payment waits for its bank.')
  return pay(call, intent, readCard(call.form, call.now))
}

/** One intent for all attempts. */
async function intentOf(call: SandboxRequest, checkout: SandboxCheckout): Promise<SandboxIntent> {
  const begun = checkout.payment_intent && (await lockObject(call.tx, 'payment_intent', checkout.payment_intent))
  if (begun) return begun
  const { amount_total: amount, currency, payment_intent_data, line_items } = checkout
  const description = payment_intent_data.description ?? line_items.data[0]?.description ?? null
  const intent = await openIntent(call, { amount, currency, ...payment_intent_data, description })
  await saveObject(call.tx, { ...checkout, payment_intent: intent.id })
  return intent
}
