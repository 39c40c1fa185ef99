import { newId } from '#server/database/new-id.ts'
import { recordEvent, unixSeconds } from './events.ts'
import { type Action, ok, type SandboxRequest } from './idempotent-request.ts'
import { dropIntent, metadataOf, readAmount, readCurrency, readSuffix } from './intents.ts'
import { lockObject, saveObject } from './object-store.ts'
import type { SandboxCheckout } from './objects.ts'
import { safeReturnUrl } from './return-url.ts'
import { invalidRequest, missing } from './stripe-error.ts'

/** Stripe's default. */
const OPEN_SECONDS = 24 * 60 * 60
/** Stripe's own limit. */
const MAX_TEXT_LENGTH = 1200
const ITEM = 'line_items[0]'

export const createCheckout: Action = async (call) => {
  const { form, now } = call
  if (form.get('mode') !== 'payment') throw invalidRequest('mode must be payment.', { param: 'mode' })
  const price = `${ITEM}[price_data]`
  const amount = readAmount(form.get(`${price}[unit_amount]`), `${price}[unit_amount]`)
  const description = form.get(`${price}[product_data][name]`)
  if (!description || form.get(`${ITEM}[quantity]`) !== '1') {
    throw invalidRequest('line_items must hold one item with a name and a quantity of 1.', { param: 'line_items' })
  }
  const message = form.get('custom_text[submit][message]')?.slice(0, MAX_TEXT_LENGTH)
  const success_url = safeReturnUrl(form.get('success_url'), 'success_url')
  const id = newId('cs')
  const checkout: SandboxCheckout = {
    id,
    object: 'checkout.session',
    created: unixSeconds(now),
    livemode: false,
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: amount,
    amount_total: amount,
    currency: readCurrency(form.get(`${price}[currency]`), `${price}[currency]`),
    line_items: { object: 'list', data: [{ description, quantity: 1, amount_total: amount }], has_more: false },
    payment_intent: null,
    payment_method_types: ['card'],
    payment_intent_data: {
      metadata: metadataOf(form, 'payment_intent_data[metadata]'),
      description: form.get('payment_intent_data[description]'),
      statement_descriptor_suffix: readSuffix(form, 'payment_intent_data[statement_descriptor_suffix]'),
    },
    metadata: metadataOf(form),
    client_reference_id: form.get('client_reference_id'),
    customer: null,
    // The seller's own URLs contain the host under which the seller, and so this sandbox, is reachable.
    url: `${new URL(success_url).origin}/sandbox/stripe/checkout/${id}`,
    custom_text: { submit: message ? { message } : null },
    success_url,
    cancel_url: safeReturnUrl(form.get('cancel_url'), 'cancel_url'),
    expires_at: unixSeconds(now) + OPEN_SECONDS,
  }
  return ok(await saveObject(call.tx, checkout))
}

export const retrieveCheckout: Action = async (call) => ok(await takeCheckout(call))

export const expireCheckout: Action = async (call) => {
  // Does not use `takeCheckout`: the refusal would roll back the expiry of an overdue page.
  const checkout = await lockCheckout(call)
  if (checkout.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${checkout.status}.`,
    )
  }
  return ok(await expire(call, checkout))
}

/** The current checkout, locked until the call ends: an overdue one is expired by the first reader. */
export async function takeCheckout(call: SandboxRequest): Promise<SandboxCheckout> {
  const checkout = await lockCheckout(call)
  const isOver = checkout.status === 'open' && checkout.expires_at <= unixSeconds(call.now)
  return isOver ? expire(call, checkout) : checkout
}

async function lockCheckout({ tx, id }: SandboxRequest): Promise<SandboxCheckout> {
  const checkout = await lockObject(tx, 'checkout.session', id)
  if (!checkout) throw missing('checkout.session', id)
  return checkout
}

async function expire(call: SandboxRequest, checkout: SandboxCheckout): Promise<SandboxCheckout> {
  const intent = checkout.payment_intent && (await lockObject(call.tx, 'payment_intent', checkout.payment_intent))
  if (intent) await dropIntent(call, intent, 'automatic')
  const expired: SandboxCheckout = { ...checkout, status: 'expired', url: null }
  await saveObject(call.tx, expired)
  await recordEvent(call, 'checkout.session.expired', expired)
  return expired
}
