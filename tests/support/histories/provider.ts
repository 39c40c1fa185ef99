import { SANDBOX_SECRET_KEY } from '#server/env.ts'
import { move } from '#server/payments/sandbox/charges.ts'
import { openDispute, preventDispute } from '#server/payments/sandbox/disputes.ts'
import { recordEvent } from '#server/payments/sandbox/events.ts'
import { listObjects, lockObject, saveObject } from '#server/payments/sandbox/object-store.ts'
import { CARDS } from '#tests/support/actors/money.ts'
import type { Setup } from './setup.ts'

/** A provider, its database and its clock. */
type Place = Pick<Setup, 'database' | 'url' | 'now'>

/** The outcome of a dispute. An appeal follows a loss, and is won or lost itself. */
export type DisputeEnd = 'won' | 'lost' | 'appeal_needs_response' | 'appeal_under_review'

/** The means of payment of a browser: an intent's secret, or the address of a page. */
export type Way = { secret: string } | { url: string }

const CARD = { number: '', exp_month: '12', exp_year: '70', cvc: '123' }

/** A card payment, sent to the provider and not to our server. Its result is in the provider's records. */
export async function tryCard(setup: Place, way: Way, card: keyof typeof CARDS) {
  const number = CARDS[card].replaceAll(' ', '')
  if ('url' in way) return onPage(way.url, { step: 'pay', number, expiry: '12 / 70', cvc: '123' })
  const form = new URLSearchParams({ client_secret: way.secret, 'payment_method_data[type]': 'card' })
  for (const [name, value] of Object.entries({ ...CARD, number })) form.set(`payment_method_data[card][${name}]`, value)
  await call(setup, `payment_intents/${intentOf(way.secret)}/confirm`, form)
}

export async function answerBank(setup: Place, way: Way, outcome: 'success' | 'fail') {
  if ('url' in way) return onPage(way.url, { step: outcome === 'success' ? 'approve' : 'refuse' })
  const form = new URLSearchParams({ client_secret: way.secret, outcome })
  await call(setup, `payment_intents/${intentOf(way.secret)}/authenticate`, form)
}

/** An operator refunds in the provider's dashboard. */
export const refund = (setup: Place, payment_intent: string, amount?: number) =>
  call(setup, 'refunds', new URLSearchParams({ payment_intent, ...(amount && { amount: String(amount) }) }), true)

/** @param part  the amount, when it is not the whole charge: then there may be several disputes */
export async function dispute(setup: Place, payment_intent: string, part?: number) {
  const [charge] = (await listObjects(setup.database.db, 'charge', { limit: 1, where: { payment_intent } })).data
  if (charge) await setup.database.db.transaction((tx) => openDispute(tx, charge.id, setup.now, false, part))
}

/** The card network refunds the payment before its bank disputes it. */
export async function prevent(setup: Place, payment_intent: string) {
  const [charge] = (await listObjects(setup.database.db, 'charge', { limit: 1, where: { payment_intent } })).data
  if (charge) await setup.database.db.transaction((tx) => preventDispute(tx, charge.id, setup.now))
}

export async function closeDispute(setup: Place, payment_intent: string, status: DisputeEnd, nth = 0) {
  const open = (await listObjects(setup.database.db, 'dispute', { limit: 10, where: { payment_intent } })).data[nth]
  if (open) await call(setup, `disputes/${open.id}/close`, new URLSearchParams({ status }), true)
}

/** The bank returns a part of a dispute's amount, as when it is won in part: its status does not change. */
export async function giveBack(setup: Place, payment_intent: string, amount: number) {
  const [lost] = (await listObjects(setup.database.db, 'dispute', { limit: 10, where: { payment_intent } })).data.filter(
    ({ status }) => status === 'lost',
  )
  if (!lost) return
  await setup.database.db.transaction(async (tx) => {
    const dispute = await lockObject(tx, 'dispute', lost.id)
    const takenCents = -(dispute?.balance_transactions ?? []).reduce((sum, one) => sum + one.amount, 0)
    if (dispute?.status !== 'lost' || takenCents <= amount) return
    const made = { tx, now: setup.now }
    const back = await move(made, { amount, fee: 0, type: 'adjustment', source: dispute.id })
    const changed = { ...dispute, balance_transactions: [...(dispute.balance_transactions ?? []), back] }
    await saveObject(tx, changed)
    await recordEvent(made, 'charge.dispute.funds_reinstated', changed)
  })
}

/** Money moves between the platform's balance and its bank account. */
export const drain = (setup: Place, cents: number) =>
  setup.database.db.transaction((tx) =>
    move({ tx, now: setup.now }, { amount: -cents, fee: 0, type: 'payout', source: 'po_own' }),
  )

/** The card's bank rejects the refund: days later the money is back in the balance. */
export async function failRefund(setup: Place, payment_intent: string) {
  const [sent] = (await listObjects(setup.database.db, 'refund', { limit: 1, where: { payment_intent } })).data
  if (!sent) return
  await setup.database.db.transaction(async (tx) => {
    const charge = await lockObject(tx, 'charge', sent.charge)
    const refund = await lockObject(tx, 'refund', sent.id)
    if (!charge || refund?.status !== 'succeeded') return
    const made = { tx, now: setup.now }
    const failed = { ...refund, status: 'failed' as const }
    await saveObject(tx, failed as never)
    await saveObject(tx, { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
    await move(made, { amount: refund.amount, fee: 0, type: 'refund', source: refund.id })
    await recordEvent(made, 'refund.failed', failed)
  })
}

export const intentOf = (secret: string) => secret.split('_secret_')[0] ?? ''

async function onPage(url: string, step: Record<string, string>) {
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(step), redirect: 'manual' })
  await reply.text()
}

async function call(setup: Place, path: string, body: URLSearchParams, isOperator = false) {
  const headers = isOperator ? { authorization: `Bearer ${SANDBOX_SECRET_KEY}` } : undefined
  const reply = await fetch(`${setup.url}/sandbox/stripe/v1/${path}`, { method: 'POST', body, ...(headers && { headers }) })
  await reply.text()
  if (reply.status >= 500) throw new Error(`The provider failed at ${path}`)
}
