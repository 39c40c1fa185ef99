import { expect, test } from 'vitest'
import { openInvoices, sumLeft } from '#shared/documents/balance.ts'
import { NO_BILLING, type OwnBilling } from '#shared/documents/billing.ts'
import { account } from '#tests/support/actors/account.ts'
import { atProvider } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { holdDocumentNumbers } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { listBilling, listDocuments } from '#tests/support/state/documents.ts'
import { until } from '#tests/support/until.ts'
import { buyContact, correct, documentsOf, GROVE } from './setup.ts'

let aheadDays = 0
const app = await startTestApp({ world: { now: () => new Date(Date.now() + aheadDays * 24 * 60 * 60 * 1000) } })
const { db } = app.database

const readBilling = async (by: Client) => (await by.get<OwnBilling>('/api/billing-details')).body
const saveBilling = (by: Client, details: object, version: number) =>
  by.post<OwnBilling & { code?: string; current?: OwnBilling; errors?: unknown }>(
    '/api/billing-details',
    { details, version },
    { method: 'PATCH' },
  )

test('details of the settings are on documents that are issued later, and those of an earlier one stay', async () => {
  const ada = await account(app)
  const before = await buyContact(app, ada)
  const empty = await readBilling(ada)
  expect(empty.details).toEqual(NO_BILLING)
  const saved = await saveBilling(ada, { ...GROVE, vatId: 'de 123.456-789' }, empty.version)
  expect([saved.status, saved.body.details]).toEqual([200, GROVE])
  const after = await buyContact(app, ada)
  expect((await documentsOf(ada, after.orderId))[0]?.buyer).toEqual(GROVE)
  // A refund is about the earlier invoice, and names its buyer.
  await atProvider(app, 'refunds', { payment_intent: before.piId })
  const refunded = await until(
    () => documentsOf(ada, before.orderId),
    (found) => found.length === 2,
  )
  const { buyer } = refunded[1] ?? {}
  expect([refunded[0]?.buyer, buyer]).toEqual(Array(2).fill({ ...NO_BILLING, name: 'Ada Member' }))
})

test('of two devices that change the details they saw, the second one gets the current ones', async () => {
  const ada = await account(app)
  const { version } = await readBilling(ada)
  expect((await saveBilling(ada, GROVE, version)).status).toBe(200)
  const second = await saveBilling(ada, { ...GROVE, name: 'Other GmbH' }, version)
  expect(second).toMatchObject({ status: 409, body: { code: 'billing.changed-elsewhere', current: { details: GROVE } } })
  // The same again is no change.
  expect((await saveBilling(ada, GROVE, version)).status).toBe(200)
  expect((await saveBilling(app.visitor(), GROVE, version)).status).toBe(401)
})

test.each([
  ['another country', { country: 'FR' }],
  ['a digit too few', { vatId: 'DE12345678' }],
  ['no country', { country: '' }],
  ['a country that does not exist', { country: 'XX', vatId: '' }],
])('a VAT id with %s is refused', async (_, change) => {
  const ada = await account(app)
  const { version } = await readBilling(ada)
  expect((await saveBilling(ada, { ...GROVE, ...change }, version)).status).toBe(422)
  expect((await readBilling(ada)).details).toEqual(NO_BILLING)
})

test('a correction issues a credit note and an invoice, keeps the first one, and its details are those of the next purchase', async () => {
  const ada = await account(app)
  const { orderId } = await buyContact(app, ada)
  const [first] = await documentsOf(ada, orderId)
  const answer = await correct(ada, orderId, first?.number ?? '')
  expect(answer.status).toBe(200)
  expect(answer.body.documents).toEqual(await documentsOf(ada, orderId))
  expect(answer.body.documents).toMatchObject([
    first as object,
    { kind: 'credit-note', reason: 'correction', amount: 9900, corrects: [first?.number], buyer: { name: 'Ada Member' } },
    { kind: 'invoice', reason: 'correction', amount: 9900, corrects: [first?.number], buyer: GROVE },
  ])
  expect((await readBilling(ada)).details).toEqual(GROVE)

  // Repeated, also concurrently: nothing is issued.
  const again = await Promise.all([1, 2].map(() => correct(ada, orderId, first?.number ?? '')))
  expect(again.map(({ status, body }) => [status, body.documents.length])).toEqual([
    [200, 3],
    [200, 3],
  ])
  const stale = await correct(ada, orderId, first?.number ?? '', { ...GROVE, name: 'Other GmbH' })
  expect(stale).toMatchObject({ status: 409, body: { code: 'documents.replaced' } })
})

test('a correction is about what is left after a refund, and a later refund reduces the new invoice', async () => {
  const ada = await account(app)
  const { orderId, piId } = await buyContact(app, ada)
  const untilCount = (count: number) =>
    until(
      () => documentsOf(ada, orderId),
      (found) => found.length === count,
    )
  await atProvider(app, 'refunds', { payment_intent: piId, amount: '4000' })
  const [first] = await untilCount(2)
  const { body } = await correct(ada, orderId, first?.number ?? '')
  expect(body.documents.slice(2)).toMatchObject([{ amount: 5900 }, { amount: 5900, buyer: GROVE }])
  await atProvider(app, 'refunds', { payment_intent: piId })
  const last = (await untilCount(5)).at(-1)
  expect(last).toMatchObject({ kind: 'credit-note', amount: 5900, corrects: [body.documents[3]?.number], buyer: GROVE })
  const nothing = await correct(ada, orderId, body.documents[3]?.number ?? '', NO_BILLING)
  expect(nothing).toMatchObject({ status: 409, body: { code: 'documents.closed' } })
})

test('a correction and a refund at the same time, in any order, leave documents of the amount that is left', async () => {
  const ada = await account(app)
  const { orderId, piId } = await buyContact(app, ada)
  const [first] = await documentsOf(ada, orderId)
  const answers = await Promise.all([
    ...['1000', '2000', '3000'].map((amount) => atProvider(app, 'refunds', { payment_intent: piId, amount })),
    correct(ada, orderId, first?.number ?? ''),
    correct(ada, orderId, first?.number ?? '', { ...GROVE, name: 'Grove Holding GmbH' }),
  ])
  const issued = await until(
    () => documentsOf(ada, orderId),
    (found) => found.filter(({ reason }) => reason === 'refund').length === 3,
  )
  // One of the two corrections was refused: it did not name the current invoice.
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409])
  expect(issued.filter(({ kind, reason }) => kind === 'invoice' && reason === 'correction')).toHaveLength(1)
  const open = openInvoices(issued)
  expect(sumLeft(open)).toBe(3900)
  expect(open.map(({ number }) => number)).toEqual([issued.findLast(({ kind }) => kind === 'invoice')?.number])
})

test('of two corrections that began together the second one is refused, and uses no number', async () => {
  const ada = await account(app)
  const { orderId } = await buyContact(app, ada)
  const [first] = await documentsOf(ada, orderId)
  const numbers = await holdDocumentNumbers(app.database)
  const answers = ['Grove One', 'Grove Two'].map((name) => correct(ada, orderId, first?.number ?? '', { ...GROVE, name }))
  await untilWaiting(app.database, 2)
  await numbers.end('commit')
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await documentsOf(ada, orderId)).toHaveLength(3)
})

test('a purchase is corrected five times at most, and within a year', async () => {
  const ada = await account(app)
  const { orderId } = await buyContact(app, ada)
  const newest = async () => (await documentsOf(ada, orderId)).findLast(({ kind }) => kind === 'invoice')?.number ?? ''
  for (let times = 1; times <= 5; times += 1)
    expect((await correct(ada, orderId, await newest(), { ...GROVE, name: `Grove ${times}` })).status).toBe(200)
  expect((await correct(ada, orderId, await newest())).body.code).toBe('documents.closed')

  const guest = app.visitor()
  const bought = await buyContact(app, guest)
  const [invoice] = await documentsOf(guest, bought.orderId)
  aheadDays = 364
  const inTime = await correct(guest, bought.orderId, invoice?.number ?? '')
  aheadDays = 366
  const late = await correct(guest, bought.orderId, inTime.body.documents[2]?.number ?? '', NO_BILLING)
  aheadDays = 0
  expect([inTime.status, late.status, late.body.code]).toEqual([200, 409, 'documents.closed'])
})

test('the invoice of another principal cannot be corrected, and a guest corrects its own', async () => {
  const [ada, guest] = [await account(app), app.visitor()]
  const [ofAda, ofGuest] = [await buyContact(app, ada), await buyContact(app, guest)]
  const [invoice] = await documentsOf(ada, ofAda.orderId)
  for (const other of [await account(app), guest, app.visitor()])
    expect((await correct(other, ofAda.orderId, invoice?.number ?? '')).status).toBe(404)
  const [own] = await documentsOf(guest, ofGuest.orderId)
  expect((await correct(guest, ofGuest.orderId, own?.number ?? '')).body.documents).toHaveLength(3)
  expect(await listDocuments(db, { orderId: ofAda.orderId })).toHaveLength(1)
})

test('details are exported and deleted with the account, and its documents stay', async () => {
  const ada = await app.member()
  const { version } = await readBilling(ada)
  await saveBilling(ada, GROVE, version)
  const { orderId } = await buyContact(app, ada)
  const issued = await listDocuments(db, { orderId })
  const { body } = await ada.get<{ documents: object[]; billingDetails: object[] }>('/api/auth/export')
  expect([body.documents, body.billingDetails]).toMatchObject([[{ number: issued[0]?.number }], [GROVE]])
  expect((await ada.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  expect(await listBilling(db, { userId: ada.user.id })).toHaveLength(0)
  expect(issued).toHaveLength(1)
  expect(await listDocuments(db, { orderId })).toEqual(issued)
})
