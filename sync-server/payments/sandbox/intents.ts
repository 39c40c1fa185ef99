import { newId } from '#server/database/new-id.ts'
import { MAXIMUM_CHARGE, MINIMUM_CHARGE } from '#shared/money.ts'
import { type Card, readCard } from './cards.ts'
import { charge, declineWith } from './charges.ts'
import { recordEvent, unixSeconds } from './events.ts'
import type { Action, Reply, SandboxRequest } from './idempotent-request.ts'
import { ok } from './idempotent-request.ts'
import { findObject, listObjects, lockObject, saveObject } from './object-store.ts'
import type { SandboxIntent } from './objects.ts'
import { invalidRequest, missing } from './stripe-error.ts'

/** Stripe's limit for the length of an expanded list within an object. */
const MAX_EXPANDED = 10

export const createIntent: Action = async (call) => {
  const { form } = call
  const currency = readCurrency(form.get('currency'), 'currency')
  const amount = readAmount(form.get('amount'), 'amount')
  return ok(
    await openIntent(call, {
      amount,
      currency,
      metadata: metadataOf(form),
      description: form.get('description'),
      receipt_email: form.get('receipt_email'),
      statement_descriptor_suffix: readSuffix(form, 'statement_descriptor_suffix'),
    }),
  )
}

type IntentInput = Pick<
  SandboxIntent,
  'amount' | 'currency' | 'metadata' | 'description' | 'receipt_email' | 'statement_descriptor_suffix'
>

export async function openIntent(call: SandboxRequest, input: IntentInput): Promise<SandboxIntent> {
  const id = newId('pi')
  const intent: SandboxIntent = {
    id,
    object: 'payment_intent',
    created: unixSeconds(call.now),
    livemode: false,
    ...input,
    amount_received: 0,
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${crypto.randomUUID().replaceAll('-', '')}`,
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
  return intent
}

export const retrieveIntent: Action = async ({ tx, id, form }) => {
  const intent = await findObject(tx, 'payment_intent', id)
  if (!intent) throw missing('payment_intent', id)
  checkSecret(form, intent)
  const expanded = [...form].flatMap(([name, value]) => (/^expand\[\d*\]$/.test(name) ? [value] : []))
  const expands = expanded.some((path) => /^latest_charge\b/.test(path))
  const method = expanded.includes('payment_method') && (await findObject(tx, 'payment_method', intent.payment_method ?? ''))
  const charge = expands && intent.latest_charge && (await findObject(tx, 'charge', intent.latest_charge))
  const shown = { ...intent, ...(method && { payment_method: method }) }
  if (!charge) return ok(shown)
  const wants = (field: string) => expanded.includes(`latest_charge.${field}`)
  const refunds = wants('refunds') && (await listObjects(tx, 'refund', { limit: MAX_EXPANDED, where: { charge: charge.id } }))
  const movement = wants('balance_transaction') && (await findObject(tx, 'balance_transaction', charge.balance_transaction ?? ''))
  const latest_charge = { ...charge, ...(refunds && { refunds }), ...(movement && { balance_transaction: movement }) }
  return ok({ ...shown, latest_charge })
}

export const confirmIntent: Action = async (call) => {
  const intent = await lockIntent(call)
  if (intent.status !== 'requires_payment_method') throw unexpected(intent, 'confirm')
  return pay(call, intent, readCard(call.form, call.now))
}

/** Tries a card on an intent that requires a payment method. */
export async function pay(call: SandboxRequest, intent: SandboxIntent, { outcome, shown }: Card): Promise<Reply> {
  if (outcome.does === 'declines') return declineWith(call, intent, { ...outcome, card: shown })
  const { id: payment_method } = await saveObject(call.tx, {
    id: newId('pm'),
    object: 'payment_method',
    created: unixSeconds(call.now),
    livemode: false,
    type: 'card',
    card: shown,
    outcome: outcome.does === 'asks_for_authentication' ? 'succeeds' : outcome.does,
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

/** The card holder's reply to the bank's authentication: `outcome` is `success` unless it is `fail`. */
export const authenticateIntent: Action = async (call) => {
  const intent = await lockIntent(call)
  return authenticate(call, intent, call.form.get('outcome') !== 'fail')
}

export async function authenticate(call: SandboxRequest, intent: SandboxIntent, isAuthentic: boolean): Promise<Reply> {
  if (intent.status !== 'requires_action') throw unexpected(intent, 'authenticate')
  if (isAuthentic) return ok(await charge(call, { ...intent, next_action: null }))
  return declineWith(call, intent, {
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
}

export const cancelIntent: Action = async (call) => {
  const intent = await lockIntent(call)
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
    throw unexpected(intent, 'cancel')
  return ok(await dropIntent(call, intent, call.form.get('cancellation_reason')))
}

export async function dropIntent(call: SandboxRequest, intent: SandboxIntent, cancellation_reason: string | null) {
  const canceled: SandboxIntent = {
    ...intent,
    status: 'canceled',
    next_action: null,
    canceled_at: unixSeconds(call.now),
    cancellation_reason,
  }
  await saveObject(call.tx, canceled)
  await recordEvent(call, 'payment_intent.canceled', canceled)
  return canceled
}

async function lockIntent({ tx, id, form }: SandboxRequest): Promise<SandboxIntent> {
  const intent = await lockObject(tx, 'payment_intent', id)
  if (!intent) throw missing('payment_intent', id)
  checkSecret(form, intent)
  return intent
}

/** `authorise` ensures that a call without the secret key has a client secret. */
function checkSecret(form: URLSearchParams, intent: SandboxIntent) {
  const secret = form.get('client_secret')
  if (secret !== null && secret !== intent.client_secret) {
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

export function readCurrency(text: string | null, param: string): string {
  if (text !== 'usd') throw invalidRequest(`Invalid currency: ${text ?? ''}.`, { param })
  return text
}

export function readAmount(input: string | null, param: string): number {
  const text = input ?? ''
  const amount = Number(text)
  if (!/^\d{1,12}$/.test(text)) throw invalidRequest(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param })
  if (amount < MINIMUM_CHARGE) {
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param })
  }
  if (amount > MAXIMUM_CHARGE) {
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param })
  }
  return amount
}

/** @param path  the path of the metadata in the form: `metadata`, or that of an inner object */
export function metadataOf(form: URLSearchParams, path = 'metadata'): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = name.startsWith(`${path}[`) ? /^\[([^\]]{1,40})\]$/.exec(name.slice(path.length))?.[1] : undefined
      return key === undefined ? [] : [[key, value.slice(0, 500)]]
    }),
  )
}

/** Stripe's rules for a text on a card statement. */
export function readSuffix(form: URLSearchParams, param: string): string | null {
  const suffix = form.get(param)
  if (suffix === null) return null
  if (suffix.length > 22 || /[<>\\'"*]/.test(suffix) || !/[A-Za-z]/.test(suffix))
    throw invalidRequest('The statement descriptor suffix is invalid.', { param })
  return suffix
}
