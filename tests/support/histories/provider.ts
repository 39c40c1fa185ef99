import { SANDBOX_SECRET_KEY } from '#server/env.ts'
import { move } from '#server/payments/sandbox/charges.ts'
import { openDispute, preventDispute } from '#server/payments/sandbox/disputes.ts'
import { recordEvent } from '#server/payments/sandbox/events.ts'
import { listObjects, lockObject, saveObject } from '#server/payments/sandbox/object-store.ts'
import { CARDS } from '#tests/support/actors/money.ts'
import type { Stage } from './setup.ts'

/** Where the provider is, beside which database and by which clock. */
type Place = Pick<Stage, 'database' | 'url' | 'now'>

/** What becomes of a dispute. An appeal follows on a loss, and is won or lost in its turn. */
export type DisputeEnd = 'won' | 'lost' | 'appeal_needs_response' | 'appeal_under_review'

/** What a browser pays by: an intent's secret, or the address of a page. */
export type Way = { secret: string } | { url: string }

const CARD = { number: '', exp_month: '12', exp_year: '70', cvc: '123' }

/** A card is tried, past our server. What comes of it is in the provider's books. */
export async function tryCard(stage: Place, way: Way, card: keyof typeof CARDS) {
  const number = CARDS[card].replaceAll(' ', '')
  if ('url' in way) return onPage(way.url, { step: 'pay', number, expiry: '12 / 70', cvc: '123' })
  const form = new URLSearchParams({ client_secret: way.secret, 'payment_method_data[type]': 'card' })
  for (const [name, value] of Object.entries({ ...CARD, number })) form.set(`payment_method_data[card][${name}]`, value)
  await call(stage, `payment_intents/${intentOf(way.secret)}/confirm`, form)
}

export async function answerBank(stage: Place, way: Way, outcome: 'success' | 'fail') {
  if ('url' in way) return onPage(way.url, { step: outcome === 'success' ? 'approve' : 'refuse' })
  const form = new URLSearchParams({ client_secret: way.secret, outcome })
  await call(stage, `payment_intents/${intentOf(way.secret)}/authenticate`, form)
}

/** Somebody at the provider's dashboard sends money back. */
export const refund = (stage: Place, payment_intent: string, amount?: number) =>
  call(stage, 'refunds', new URLSearchParams({ payment_intent, ...(amount && { amount: String(amount) }) }), true)

/** @param part  the amount, where it is not the whole charge: then there may be several */
export async function dispute(stage: Place, payment_intent: string, part?: number) {
  const [charge] = (await listObjects(stage.database.db, 'charge', { limit: 1, where: { payment_intent } })).data
  if (charge) await stage.database.db.transaction((tx) => openDispute(tx, charge.id, stage.now, false, part))
}

/** The card's network refunds the payment before its bank disputes it. */
export async function prevent(stage: Place, payment_intent: string) {
  const [charge] = (await listObjects(stage.database.db, 'charge', { limit: 1, where: { payment_intent } })).data
  if (charge) await stage.database.db.transaction((tx) => preventDispute(tx, charge.id, stage.now))
}

export async function closeDispute(stage: Place, payment_intent: string, status: DisputeEnd, nth = 0) {
  const open = (await listObjects(stage.database.db, 'dispute', { limit: 10, where: { payment_intent } })).data[nth]
  if (open) await call(stage, `disputes/${open.id}/close`, new URLSearchParams({ status }), true)
}

/** The bank gives a part of what a dispute took back, as when it is won in part: its state stays what it is. */
export async function giveBack(stage: Place, payment_intent: string, amount: number) {
  const [lost] = (await listObjects(stage.database.db, 'dispute', { limit: 10, where: { payment_intent } })).data.filter(
    ({ status }) => status === 'lost',
  )
  if (!lost) return
  await stage.database.db.transaction(async (tx) => {
    const dispute = await lockObject(tx, 'dispute', lost.id)
    const held = -(dispute?.balance_transactions ?? []).reduce((sum, one) => sum + one.amount, 0)
    if (dispute?.status !== 'lost' || held <= amount) return
    const made = { tx, now: stage.now }
    const back = await move(made, { amount, fee: 0, type: 'adjustment', source: dispute.id })
    const changed = { ...dispute, balance_transactions: [...(dispute.balance_transactions ?? []), back] }
    await saveObject(tx, changed)
    await recordEvent(made, 'charge.dispute.funds_reinstated', changed)
  })
}

/** Our own money goes to our own bank, or comes from it. */
export const drain = (stage: Place, cents: number) =>
  stage.database.db.transaction((tx) =>
    move({ tx, now: stage.now }, { amount: -cents, fee: 0, type: 'payout', source: 'po_own' }),
  )

/** The card's bank does not take the money back: days later it is with us again. */
export async function failRefund(stage: Place, payment_intent: string) {
  const [sent] = (await listObjects(stage.database.db, 'refund', { limit: 1, where: { payment_intent } })).data
  if (!sent) return
  await stage.database.db.transaction(async (tx) => {
    const charge = await lockObject(tx, 'charge', sent.charge)
    const refund = await lockObject(tx, 'refund', sent.id)
    if (!charge || refund?.status !== 'succeeded') return
    const made = { tx, now: stage.now }
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

async function call(stage: Place, path: string, body: URLSearchParams, isOperator = false) {
  const headers = isOperator ? { authorization: `Bearer ${SANDBOX_SECRET_KEY}` } : undefined
  const reply = await fetch(`${stage.url}/sandbox/stripe/v1/${path}`, { method: 'POST', body, ...(headers && { headers }) })
  await reply.text()
  if (reply.status >= 500) throw new Error(`The provider failed at ${path}`)
}
