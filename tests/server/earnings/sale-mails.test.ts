import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { vcs } from '#drizzle/schema/index.ts'
import { notifySeller } from '#server/features/earnings/notify-seller.ts'
import type { PaymentUpdate } from '#server/features/orders/settlement/fulfilment.ts'
import { cents } from '#shared/money.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import {
  atProvider,
  CARDS,
  confirmUnlock,
  intentOf,
  orderOfIntent,
  payWithCard,
  runJob,
  silenceWebhooks,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { closeDispute, dispute, failRefund } from '#tests/support/histories/provider.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { disputeAtProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })

type Investor = Awaited<ReturnType<typeof startInvestor>>
const SALES = ['sale', 'sale-reversed']
const saleMails = async ({ user }: Investor) =>
  (await listMails(app.database.db, { recipient: user.email }))
    .filter(({ template }) => SALES.includes(template))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())

/** The text of the mail about a sale, as it was sent: the outbox erases a text that contains a one-time link. */
const saleText = async ({ user }: Investor) => (await mailTo(app, user.email, /unlocked your contact/)).text ?? ''

const refund = (piId: string) => atProvider(app, 'refunds', { payment_intent: piId })
const isRefunded = async (piId: string) => (await orderOfIntent(app.database.db, piId))?.status === 'refunded'

test('a sale is mailed to the investor once, with the founder’s name, the price and the share', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const founder = await app.member({ firstName: 'Ada', lastName: 'Byron' })
  await buy(app, founder, investor.listing)
  const [mail, ...others] = await saleMails(investor)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Ada Byron unlocked your contact')
  const text = await saleText(investor)
  expect(text).toContain('Ada Byron paid $100.00 for your contact')
  expect(text).toContain('You earn $85.00 (85%)')
  expect(text).toContain('/earnings')
})

test('a guest is not named, and nothing that the founder typed as address is in the mail', async () => {
  const investor = await startInvestor(app, { price: cents(2_500) })
  await buy(app, app.visitor(), investor.listing)
  const [mail] = await saleMails(investor)
  expect(mail?.subject).toBe('Anonymous founder unlocked your contact')
  expect(await saleText(investor)).not.toContain('@')
})

test('a sale without a recorded request is not noticed as a reversal', async () => {
  const investor = await startInvestor(app, { price: cents(2_500) })
  const piId = await buy(app, app.visitor(), investor.listing)
  const order = await orderOfIntent(app.database.db, piId)
  await app.database.sql`delete from notices`
  await app.database.sql`delete from vc_requests`
  const intent = { refunds: [], cases: [] } as unknown as PaymentUpdate['intent']
  const update = { order: { ...order, paidAt: null }, intent, status: 'paid' as const, now: new Date() }
  await app.database.db.transaction((tx) => notifySeller({ base: () => app.url })(tx, update))
  expect((await held(investor)).notices ?? []).toEqual([])
})

test('a refund that takes the share back is mailed once', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const founder = await app.member({ firstName: 'Ada', lastName: 'Byron' })
  const piId = await buy(app, founder, investor.listing)
  expect((await refund(piId)).status).toBe(200)
  await until(() => isRefunded(piId), Boolean)
  await app.app.jobs['payments.reconcile']?.({})
  const mails = await saleMails(investor)
  expect(mails.map(({ template }) => template)).toEqual(['sale', 'sale-reversed'])
  expect((await held(investor)).notices?.map(({ kind }) => kind)).toEqual(['sale-reversed', 'sale'])
  expect(mails[1]?.text).toContain('The $100.00 that Ada Byron paid for your contact was refunded.')
  expect(mails[1]?.text).toContain('Your share of $85.00 is reversed.')
})

test('a dispute of a sale is noticed by the investor in the app, once', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const piId = await buy(app, await app.member(), investor.listing, CARDS.disputed)
  await until(
    async () => (await orderOfIntent(app.database.db, piId)).status,
    (status) => status === 'disputed',
  )
  await app.app.jobs['payments.reconcile']?.({})
  expect((await held(investor)).notices?.map(({ kind }) => kind)).toEqual(['sale-disputed', 'sale'])
  expect((await saleMails(investor)).map(({ template }) => template)).toEqual(['sale'])
})

test('a sale whose first update is its dispute is noticed and mailed as well', async () => {
  const silent = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
  const investor = await startInvestor(silent, { price: cents(10_000) })
  await silenceWebhooks(silent.database.db)
  const founder = await silent.member()
  const { clientSecret } = (await startPayment(founder, investor.listing)).body
  await payWithCard(silent, clientSecret, CARDS.disputed)
  await until(() => disputeAtProvider(silent.database.db, intentOf(clientSecret)))
  await confirmUnlock(founder, clientSecret, investor.listing)
  expect((await orderOfIntent(silent.database.db, intentOf(clientSecret))).status).toBe('disputed')
  expect((await held(investor)).notices?.map(({ kind }) => kind)).toEqual(['sale-disputed', 'sale'])
  const mails = await listMails(silent.database.db, { recipient: investor.user.email })
  expect(mails.filter(({ template }) => SALES.includes(template)).map(({ template }) => template)).toEqual(['sale'])
})

test('a sale that was made again during its dispute is refunded when the dispute is won, and both sides read why', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const founder = await app.member()
  const piId = await buy(app, founder, investor.listing)
  const stage = { database: app.database, url: app.url, now: new Date() }
  const becomes = (status: string) =>
    until(async () => {
      await runJob(app, 'payments.list-events')
      return (await orderOfIntent(app.database.db, piId)).status === status
    })
  await dispute(stage, piId)
  await becomes('disputed')
  await buy(app, founder, investor.listing)
  await closeDispute(stage, piId, 'won')
  await becomes('refunded')
  expect((await held(investor)).notices?.map(({ kind }) => kind)).toEqual(['sale-reversed', 'sale', 'sale-disputed', 'sale'])
  expect((await saleMails(investor)).map(({ template }) => template)).toEqual(['sale', 'sale', 'sale-reversed'])
  expect((await held(founder)).notices?.map(({ kind }) => kind)).toContain('payment-returned')
  const mails = await listMails(app.database.db, { recipient: founder.user.email })
  expect(mails.filter(({ template }) => template === 'returned')).toMatchObject([
    { text: expect.stringMatching(/Already unlocked/) },
  ])
})

test('a sale that was reversed, made again and paid back once more is mailed as reversed once', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const founder = await app.member()
  const piId = await buy(app, founder, investor.listing)
  await refund(piId)
  await until(() => isRefunded(piId), Boolean)
  await buy(app, founder, investor.listing)
  await failRefund({ database: app.database, url: app.url, now: new Date() }, piId)
  await until(async () => {
    await runJob(app, 'payments.list-events')
    const { status, refusal } = await orderOfIntent(app.database.db, piId)
    return refusal === 'unlocks.already-unlocked' && status === 'refunded'
  })
  expect((await saleMails(investor)).map(({ template }) => template)).toEqual(['sale', 'sale-reversed', 'sale'])
})

test('an account whose claim was revoked after the sale gets no mail about its reversal', async () => {
  const { db } = app.database
  const investor = await startInvestor(app, { price: cents(10_000) })
  const piId = await buy(app, await app.member(), investor.listing)
  await db.update(vcs).set({ claimRevokedAt: new Date() }).where(eq(vcs.id, investor.listing))
  expect((await refund(piId)).status).toBe(200)
  await until(() => isRefunded(piId), Boolean)
  expect((await saleMails(investor)).map(({ template }) => template)).toEqual(['sale'])
})

test('a donated share is announced as the charity’s', async () => {
  const investor = await startInvestor(app, { price: cents(10_000), donateToCharity: true })
  await buy(app, await app.member(), investor.listing)
  expect(await saleText(investor)).toContain('$85.00 (85%) goes to founder charities.')
})

test('a declined card and a payment that is not fulfilled are not mailed as a sale', async () => {
  const investor = await startInvestor(app)
  const founder = await app.member()
  const { body } = await startPayment(founder, investor.listing)
  await payWithCard(app, body.clientSecret, CARDS.declined)
  expect(await saleMails(investor)).toEqual([])
})
