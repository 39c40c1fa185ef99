import { expect, onTestFinished, test } from 'vitest'
import type { Block, Blocks } from '#shared/admin/blocks.ts'
import type { VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { giveRoles } from '#tests/support/actors/admins.ts'
import { confirmBooking, freeSlots } from '#tests/support/actors/bookings.ts'
import {
  approveInvestor,
  authenticate,
  CARDS,
  confirmUnlock,
  effectsOf,
  hasUnlocked,
  intentOf,
  listInbox,
  listInvestor,
  orderOfIntent,
  payWithCard,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { lapseHolds, listCalls } from '#tests/support/state/calls.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { db } = app.database
const admin = await account(app)
await giveRoles(app, admin, ['support'])

type Answer = Block & { code?: string }
const blockCard = (orderId: string, days: number | null = 30) =>
  admin.post<Answer>(`/api/admin/orders/${orderId}/block-card`, { reason: 'Stolen.', days })
const end = (id: string) => admin.post(`/api/admin/blocks/${id}/end`, { reason: 'By mistake.' })
const list = async () => (await admin.get<Blocks>('/api/admin/blocks')).body
const find = async (id: string) => (await list()).blocks.find((one) => one.id === id)

let cards = 0
const aCard = () => {
  cards += 1
  return { fingerprint: `fp_${cards}` }
}

async function begin(buyer: Client, vcId: VcId) {
  const { clientSecret } = (await startPayment(buyer, vcId)).body
  return { clientSecret, piId: intentOf(clientSecret) }
}

/** A contact that was bought with this card. */
async function buy(card: { fingerprint: string }) {
  const [buyer, vcId] = [await account(app), await listInvestor(db)]
  const { clientSecret, piId } = await begin(buyer, vcId)
  await payWithCard(app, clientSecret, CARDS.good, card)
  const reply = await confirmUnlock(buyer, clientSecret, vcId)
  return { buyer, vcId, piId, reply, order: () => orderOfIntent(db, piId) }
}

/** A card that is blocked until the test ends. */
async function aBlockedCard() {
  const card = aCard()
  const { order, ...bought } = await buy(card)
  const { status, body } = await blockCard((await order()).id)
  expect(status).toBe(200)
  onTestFinished(async () => void (await end(body.id)))
  return { card, id: body.id, value: body.value, order, ...bought }
}

const isRefunded = (order: () => ReturnType<typeof orderOfIntent>) => until(order, ({ status }) => status === 'refunded')

test('a payment with a blocked card is refunded and grants nothing, on another account too, and the ledger sums to zero', async () => {
  const blocked = await aBlockedCard()
  const late = await buy(blocked.card)
  expect(late.reply).toMatchObject({ status: 403, body: { code: 'blocked' } })
  expect(late.reply.body.message).toContain('Your payment is being refunded.')
  await isRefunded(late.order)
  expect(await hasUnlocked(late.buyer, late.vcId)).toBe(false)
  const { grants, payments, mails, balances } = await effectsOf(db, late.piId)
  expect({ grants, payments }).toEqual({ grants: [], payments: [] })
  expect(mails.map(({ template }) => template)).toEqual(['returned'])
  expect(Object.values(balances).map(Number)).toEqual(Object.values(balances).map(() => 0))
  expect(await find(blocked.id)).toMatchObject({ hits: 1, lastHitAt: expect.any(String) })
  expect((await list()).hits?.card).toBeGreaterThanOrEqual(1)
  // What the card bought before stays.
  expect(await hasUnlocked(blocked.buyer, blocked.vcId)).toBe(true)
})

test('another card buys, and so does this one once its block has ended', async () => {
  const { card, id } = await aBlockedCard()
  expect((await buy(aCard())).reply.status).toBe(200)
  await end(id)
  expect((await buy(card)).reply.status).toBe(200)
  expect(await find(id)).toMatchObject({ hits: 0 })
})

test('a call that is paid with a blocked card is not booked, and its time is free again once the hold is over', async () => {
  const { card } = await aBlockedCard()
  const [buyer, vcId] = [await account(app), await approveInvestor(db)]
  const slot = (await freeSlots(buyer, vcId))[0]
  const bookingDetails = { name: 'Noa', email: 'noa@anvil.example' }
  const { body } = await buyer.post<{ clientSecret: string }>('/api/create-meeting-payment', {
    ...{ vcId, selectedSlot: slot, bookingDetails },
  })
  await payWithCard(app, body.clientSecret, CARDS.good, card)
  const reply = await confirmBooking(buyer, body.clientSecret, vcId, slot)
  expect(reply).toMatchObject({ status: 403, body: { code: 'blocked' } })
  await isRefunded(() => orderOfIntent(db, intentOf(body.clientSecret)))
  expect((await listCalls(db, { vcId })).map(({ status }) => status)).not.toContain('confirmed')
  await lapseHolds(db, vcId)
  await runJob(app, 'bookings.lapse')
  expect(await freeSlots(await account(app), vcId)).toContainEqual(slot)
})

test('a blocked card that is declined ends the payment: no other card is tried on it', async () => {
  const { card, id } = await aBlockedCard()
  const [buyer, vcId] = [await account(app), await listInvestor(db)]
  const { clientSecret, piId } = await begin(buyer, vcId)
  await payWithCard(app, clientSecret, CARDS.declined, card)
  await until(
    () => orderOfIntent(db, piId),
    ({ status }) => status === 'cancelled',
  )
  expect((await payWithCard(app, clientSecret, CARDS.good)).body.error?.code).toBe('payment_intent_unexpected_state')
  expect(await find(id)).toMatchObject({ hits: 1 })
})

test('a payment that waits for the bank of a blocked card is ended before any money moves', async () => {
  const { card, id } = await aBlockedCard()
  const [buyer, vcId] = [await account(app), await listInvestor(db)]
  const { clientSecret, piId } = await begin(buyer, vcId)
  expect((await payWithCard(app, clientSecret, CARDS.authenticates, card)).body.status).toBe('requires_action')
  await until(
    () => orderOfIntent(db, piId),
    ({ status }) => status === 'cancelled',
  )
  expect((await authenticate(app, clientSecret, 'success')).body.error?.code).toBe('payment_intent_unexpected_state')
  expect((await effectsOf(db, piId)).balances).toEqual({})
  await until(
    () => find(id),
    (entry) => entry?.hits === 1,
  )
})

test('a payment that waits for the bank of another card is not ended', async () => {
  await aBlockedCard()
  const [buyer, vcId] = [await account(app), await listInvestor(db)]
  const { clientSecret, piId } = await begin(buyer, vcId)
  await payWithCard(app, clientSecret, CARDS.authenticates, aCard())
  await until(
    () => listInbox(db),
    (events) =>
      events.some(({ objectId, type, status }) => objectId === piId && /requires_action$/.test(type) && status === 'done'),
  )
  await authenticate(app, clientSecret, 'success')
  expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
})

test('an entry shows the start of a keyed hash, and neither it nor the log has the fingerprint', async () => {
  const { card, id, value, order } = await aBlockedCard()
  expect(value).toMatch(/^[0-9a-f]{12}…$/)
  const entries = await auditEntriesOf(db, id)
  const after = { kind: 'card', note: 'Stolen.', order: (await order()).id }
  expect(entries).toMatchObject([{ actorId: admin.user.id, action: 'blocked', targetType: 'block', after }])
  expect(JSON.stringify([entries, await list()])).not.toContain(card.fingerprint)
})

test('an order whose card the provider does not name, an unknown one and one of the admin block nothing', async () => {
  const [buyer, vcId] = [await account(app), await listInvestor(db)]
  const unpaid = await begin(buyer, vcId)
  expect((await blockCard((await orderOfIntent(db, unpaid.piId)).id)).body.code).toBe('admin.no-card')
  expect((await blockCard('ord_none')).status).toBe(404)
  const own = await begin(admin, await listInvestor(db))
  await payWithCard(app, own.clientSecret, CARDS.good, aCard())
  expect((await blockCard((await orderOfIntent(db, own.piId)).id)).body.code).toBe('admin.own-block')
})

test('a card cannot be typed, and only a role for it blocks one', async () => {
  const typed = { kind: 'card', value: 'fp_1', reason: 'Spam.', days: 30 }
  expect((await admin.post('/api/admin/blocks', typed)).status).toBe(422)
  const finance = await account(app)
  await giveRoles(app, finance, ['finance'])
  const body = { reason: 'Stolen.', days: 30 }
  expect(await finance.post('/api/admin/orders/ord_none/block-card', body)).toMatchObject({
    status: 403,
    body: { code: 'admin.role-needed' },
  })
})
