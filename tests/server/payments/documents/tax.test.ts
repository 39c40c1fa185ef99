import { expect, test } from 'vitest'
import type { BillingDetails } from '#shared/documents/billing.ts'
import { NO_BILLING } from '#shared/documents/billing.ts'
import type { IncludedTax } from '#shared/documents/tax.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import { investorShare } from '#shared/earnings/share.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { startInvestor } from '#tests/support/actors/listings.ts'
import {
  atProvider,
  CARDS,
  confirmUnlock,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { intentOfSession, isScoutPaid, payOnPage, sessionOf, startScout } from '#tests/support/actors/publishing.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { listDocuments } from '#tests/support/state/documents.ts'
import { listLegs } from '#tests/support/state/ledger.ts'
import { listProviderObjects } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'
import { correct, documentsOf, GROVE } from './setup.ts'

const app = await startTestApp({ env: { STRIPE_TAX_COUNTRY: 'de' } })
const { db } = app.database

type Setup = { clientSecret: string; amount: number; tax?: IncludedTax }
const open = async (buyer: Client, vcId: string) => (await startPayment(buyer, vcId)).body as Setup

/** A buyer who has entered details. */
async function taxedIn(details: Partial<BillingDetails>) {
  const buyer = await account(app)
  await enter(buyer, details)
  return buyer
}
async function enter(buyer: Client, details: Partial<BillingDetails>) {
  const { version } = (await buyer.get<{ version: number }>('/api/billing-details')).body
  const body = { details: { ...NO_BILLING, ...details }, version }
  expect((await buyer.post('/api/billing-details', body, { method: 'PATCH' })).status).toBe(200)
}

async function pay(buyer: Client, vcId: string) {
  const setup = await open(buyer, vcId)
  await payWithCard(app, setup.clientSecret, CARDS.good)
  expect((await confirmUnlock(buyer, setup.clientSecret, vcId)).status).toBe(200)
  return orderOfIntent(db, intentOf(setup.clientSecret))
}

/** The balance of each account of the ledger that an order moved, without the provider's fee. */
async function balances(orderId: string) {
  const legs = (await listLegs(db, { orderId: orderId as never })).filter(({ transaction }) => !transaction.startsWith('fee:'))
  const sums = Map.groupBy(legs, ({ accountKind }) => accountKind)
  return Object.fromEntries([...sums].map(([kind, own]) => [kind, own.reduce((sum, leg) => sum + leg.amount, 0)]))
}

test.each([
  ['none', {}, { amount: 1881, percent: '19', country: 'DE', isReverseCharge: false }],
  ['France', { country: 'FR' }, { amount: 1980, percent: '20', country: 'FR', isReverseCharge: false }],
  [
    'a VAT id of another country',
    { country: 'FR', vatId: 'FR12345678901' },
    { amount: 0, percent: '0', country: 'FR', isReverseCharge: true },
  ],
  [
    'a postal code in the United States',
    { country: 'US', postalCode: '10001' },
    { amount: 879, percent: '8.875', country: 'US', isReverseCharge: false },
  ],
  [
    'no postal code in the United States',
    { country: 'US' },
    { amount: 1881, percent: '19', country: 'DE', isReverseCharge: false },
  ],
  ['a country without a tax', { country: 'JP' }, { amount: 0, percent: '0', country: 'JP', isReverseCharge: false }],
])(
  'a buyer with %s pays the price and the tax that the provider calculates, and the invoice has both',
  async (_, details, tax) => {
    const buyer = await taxedIn(details)
    const vcId = await listInvestor(db)
    const setup = await open(buyer, vcId)
    expect(setup).toMatchObject({ amount: 9900 + tax.amount, tax })
    const order = await pay(buyer, vcId)
    expect(order).toMatchObject({ amount: 9900 + tax.amount, status: 'paid' })
    expect(await documentsOf(buyer, order.id)).toMatchObject([{ kind: 'invoice', amount: 9900 + tax.amount, tax }])
  },
)

test('the investor has 85% of the price without the tax, and the tax is owed', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const { listing } = investor
  const buyer = await account(app)
  const { clientSecret } = (await buyer.post<Setup>('/api/create-vc-unlock-payment', { vcId: listing, vcType: 'platform' })).body
  await payWithCard(app, clientSecret, CARDS.good)
  const { id } = await until(
    () => orderOfIntent(db, intentOf(clientSecret)),
    ({ status }) => status === 'paid',
  )
  expect(await balances(id)).toEqual({
    ...{ cash: 11_900, investor_payable: -investorShare(cents(10_000)), tax_payable: -1900, platform_revenue: -1500 },
  })
  const { entries } = (await investor.get<Earnings>('/api/earnings')).body
  expect(entries).toMatchObject([{ kind: 'sale', gross: 10_000, amount: 8500 }])
  const { text } = await mailTo(app, investor.user.email, /unlocked your contact/)
  expect(text).toContain('paid $100.00 for your contact')
  expect(text).toContain('You earn $85.00 (85%).')
})

test('refunds return their share of the tax, a correction keeps it, and the ledger is consistent after each', async () => {
  const admin = await app.member()
  await grantAdmin(app, admin)
  const checks = async () => {
    await runJob(app, 'books.check')
    return (await admin.get<{ violations: { rule: string }[] }>('/api/admin/books')).body.violations
  }
  const buyer = await account(app)
  const { id, piId } = await pay(buyer, await listInvestor(db))
  const refund = async (amount: string | undefined, count: number) => {
    await atProvider(app, 'refunds', { payment_intent: piId ?? '', ...(amount && { amount }) })
    await until(
      () => listDocuments(db, { orderId: id }),
      (rows) => rows.length === count,
    )
  }
  await refund('3333', 2)
  expect(await checks()).toEqual([])
  const [invoice] = await documentsOf(buyer, id)
  expect((await correct(buyer, id, invoice?.number ?? '', GROVE)).status).toBe(200)
  await refund(undefined, 5)
  expect(await checks()).toEqual([])
  expect(await balances(id)).toMatchObject({ cash: 0, tax_payable: 0, platform_revenue: 0 })
  const documents = await documentsOf(buyer, id)
  expect(documents.map(({ kind, amount, tax }) => [kind, amount, tax?.amount])).toEqual([
    ['invoice', 11_781, 1881],
    ['credit-note', 3333, 532],
    ['credit-note', 8448, 1349],
    ['invoice', 8448, 1349],
    ['credit-note', 8448, 1349],
  ])
  expect(documents.at(-1)?.tax).toMatchObject({ percent: '19', country: 'DE' })
})

test('details that change before the payment start another attempt, and one intent can be paid', async () => {
  const buyer = await account(app)
  const vcId = await listInvestor(db)
  const first = await open(buyer, vcId)
  const again = await open(buyer, vcId)
  expect(again).toEqual(first)
  await enter(buyer, { country: 'FR', vatId: 'FR12345678901' })
  const second = await open(buyer, vcId)
  expect(second).toMatchObject({ amount: 9900, tax: { isReverseCharge: true } })
  const intents = await listProviderObjects(db, 'payment_intent')
  const states = Object.fromEntries(intents.map(({ id, status }) => [id, status]))
  expect([states[intentOf(first.clientSecret)], states[intentOf(second.clientSecret)]]).toEqual([
    'canceled',
    'requires_payment_method',
  ])
  expect((await pay(buyer, vcId)).amount).toBe(9900)
})

test('the provider’s own page takes the price with the tax, and names it', async () => {
  const buyer = await account(app)
  const { url } = (await startScout(buyer)).body
  expect(await (await fetch(url)).text()).toContain('$10.71')
  expect((await payOnPage(url, CARDS.good)).status).toBe(303)
  expect(await isScoutPaid(buyer, sessionOf(url))).toBe(true)
  const order = await orderOfIntent(db, await intentOfSession(db, sessionOf(url)))
  expect(await documentsOf(buyer, order.id)).toMatchObject([{ amount: 1071, tax: { amount: 171 }, item: 'scout_publish' }])
})

test('without the variable nothing is calculated', async () => {
  const plain = await startTestApp()
  const buyer = await account(plain)
  const vcId = await listInvestor(plain.database.db)
  const { body } = await startPayment(buyer, vcId)
  expect(body).toEqual({ clientSecret: body.clientSecret, amount: 9900 })
  expect((await orderOfIntent(plain.database.db, intentOf(body.clientSecret))).snapshot).not.toHaveProperty('tax')
})
