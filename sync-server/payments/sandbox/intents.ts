import { newId } from '#server/new-id.ts'
import { MAXIMUM_CHARGE, MINIMUM_CHARGE } from '#shared/money.ts'
import type { Action, Call, Reply } from './call.ts'
import { ok } from './call.ts'
import { type Card, readCard } from './cards.ts'
import { charge, declineWith } from './charges.ts'
import { recordEvent, unixSeconds } from './events.ts'
import { invalidRequest, missing } from './fault.ts'
import type { SandboxIntent } from './objects.ts'
import { findObject, lockObject, saveObject } from './store.ts'

export const createIntent: Action = async (call) => {
  const { form, now } = call
  const amount = readAmount(form)
  const currency = form.get('currency')
  if (currency !== 'usd') throw invalidRequest(`Invalid currency: ${currency ?? ''}.`, { param: 'currency' })
  const id = newId('pi')
  const intent: SandboxIntent = {
    id,
    object: 'payment_intent',
    created: unixSeconds(now),
    livemode: false,
    amount,
    amount_received: 0,
    currency,
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${crypto.randomUUID().replaceAll('-', '')}`,
    metadata: metadataOf(form),
    description: form.get('description'),
    payment_method: null,
    payment_method_types: ['card'],
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    canceled_at: null,
    cancellation_reason: null,
  }
  await saveObject(call.tx, intent)
  await recordEvent(call, 'payment_intent.created', intent)
  return ok(intent)
}

export const retrieveIntent: Action = async ({ tx, id, form }) => {
  const intent = await findObject(tx, 'payment_intent', id)
  if (!intent) throw missing('payment_intent', id)
  checkSecret(form, intent)
  const expands = [...form].some(([name, value]) => /^expand\[\d*\]$/.test(name) && value === 'latest_charge')
  if (!expands || !intent.latest_charge) return ok(intent)
  return ok({ ...intent, latest_charge: await findObject(tx, 'charge', intent.latest_charge) })
}

export const confirmIntent: Action = async (call) => {
  const intent = await takeIntent(call)
  if (intent.status !== 'requires_payment_method') throw unexpected(intent, 'confirm')
  return pay(call, intent, readCard(call.form, call.now))
}

async function pay(call: Call, intent: SandboxIntent, { outcome, shown }: Card): Promise<Reply> {
  if (outcome.does === 'declines') return declineWith(call, intent, outcome)
  const { id: payment_method } = await saveObject(call.tx, {
    id: newId('pm'),
    object: 'payment_method',
    created: unixSeconds(call.now),
    livemode: false,
    type: 'card',
    card: shown,
    outcome: outcome.does === 'is_disputed' ? 'is_disputed' : 'succeeds',
  })
  if (outcome.does !== 'asks_for_authentication') return ok(await charge(call, { ...intent, payment_method }))
  const waiting: SandboxIntent = {
    ...intent,
    payment_method,
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk' },
    last_payment_error: null,
  }
  await saveObject(call.tx, waiting)
  await recordEvent(call, 'payment_intent.requires_action', waiting)
  return ok(waiting)
}

/** The card holder's answer to the bank's question: `outcome` is `success` unless it says `fail`. */
export const authenticateIntent: Action = async (call) => {
  const intent = await takeIntent(call)
  if (intent.status !== 'requires_action') throw unexpected(intent, 'authenticate')
  if (call.form.get('outcome') !== 'fail') return ok(await charge(call, { ...intent, next_action: null }))
  return declineWith(call, intent, {
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
}

export const cancelIntent: Action = async (call) => {
  const intent = await takeIntent(call)
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
    throw unexpected(intent, 'cancel')
  const canceled: SandboxIntent = {
    ...intent,
    status: 'canceled',
    next_action: null,
    canceled_at: unixSeconds(call.now),
    cancellation_reason: call.form.get('cancellation_reason'),
  }
  await saveObject(call.tx, canceled)
  await recordEvent(call, 'payment_intent.canceled', canceled)
  return ok(canceled)
}

async function takeIntent({ tx, id, form }: Call): Promise<SandboxIntent> {
  const intent = await lockObject(tx, 'payment_intent', id)
  if (!intent) throw missing('payment_intent', id)
  checkSecret(form, intent)
  return intent
}

/** The door has seen to it that a call without the secret key brings this one. */
function checkSecret(form: URLSearchParams, intent: SandboxIntent) {
  const given = form.get('client_secret')
  if (given !== null && given !== intent.client_secret) {
    throw invalidRequest('The client_secret provided does not match the client_secret associated with the PaymentIntent.', {
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
    })
  }
}

const unexpected = (intent: SandboxIntent, verb: string) =>
  invalidRequest(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })

function readAmount(form: URLSearchParams): number {
  const text = form.get('amount') ?? ''
  const amount = Number(text)
  if (!/^\d{1,12}$/.test(text))
    throw invalidRequest(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount < MINIMUM_CHARGE) {
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > MAXIMUM_CHARGE) {
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  }
  return amount
}

export function metadataOf(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[([^\]]{1,40})\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, value.slice(0, 500)]]
    }),
  )
}
