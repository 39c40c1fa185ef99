import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, orders, vcs } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { claimVerified } from '#server/features/guest-claims/service.ts'
import type { AdminPayouts, PayoutBatch } from '#shared/earnings/admin.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { buy, movableClock, sellLongAgo, staySignedIn } from '#tests/support/actors/earnings.ts'
import { atProvider, CARDS, intentOf, orderOfIntent, payWithCard, runJob, startPayment } from '#tests/support/actors/money.ts'
import { disputesOf } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import { until } from '#tests/support/until.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database
const admin = await account(app, { isAdmin: true })
type Investor = Awaited<ReturnType<typeof anInvestor>>

async function forwardDays(days: number) {
  clock.forwardDays(days)
  await staySignedIn(db, clock.now())
}
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 60 * 60 * 1000)

/** The amount that the next batch would pay to an investor. */
async function payableOf({ listing }: Investor) {
  const { accounts } = (await admin.get<AdminPayouts>('/api/admin/payouts')).body
  return accounts.find(({ account: name }) => name === `investor_payable:${listing}`)?.payable ?? 0
}

async function start(price: number, about: Partial<typeof vcs.$inferInsert> = {}) {
  const investor = await anInvestor(app, { price: cents(price), createdAt: clock.now(), ...about })
  await staySignedIn(db, clock.now())
  return investor
}

// This test is first: later the clock is ahead of the provider’s deliveries.
test('a sale under an early fraud warning or an inquiry is held until it is closed', async () => {
  const investor = await start(5000, { createdAt: daysAgo(200) })
  const warned = await orderOfIntent(db, await buy(app, app.visitor(), investor.listing, CARDS.warned))
  const inquired = await orderOfIntent(db, await buy(app, app.visitor(), investor.listing, CARDS.inquired))
  await until(
    () =>
      db.execute<{ count: number }>(sql`select (select count(*) from fraud_warnings where order_id = ${warned.id})::int
      + (select count(*) from disputes where order_id = ${inquired.id} and status = 'inquiry')::int as count`),
    ([row]) => row?.count === 2,
  )
  await forwardDays(8)
  expect(await payableOf(investor)).toBe(0)
  expect((await investor.get<Earnings>('/api/earnings')).body.entries.map(({ hold }) => hold)).toEqual(['dispute', 'dispute'])
  await db.execute(sql`update fraud_warnings set dismissed_at = now() where order_id = ${warned.id}`)
  expect(await payableOf(investor)).toBe(4250)
  // The clock is ahead of the provider’s events: the daily check finds the result of the inquiry.
  const [inquiry] = await disputesOf(app, inquired.id)
  await atProvider(app, `disputes/${inquiry?.id}/close`, { status: 'warning_closed' })
  await runJob(app, 'refunds.look-at-inquiries')
  expect(await payableOf(investor)).toBe(8500)
})

test('a new investor’s sales that are split below the reserve wait as one large sale does', async () => {
  const investor = await start(20_000)
  for (let n = 0; n < 4; n += 1) await buy(app, app.visitor(), investor.listing)
  await forwardDays(8)
  // Two of them together were below it.
  expect(await payableOf(investor)).toBe(2 * 17_000)
  await forwardDays(23)
  expect(await payableOf(investor)).toBe(4 * 17_000)
})

test('nor does a second listing of the same account split them', async () => {
  const investor = await start(40_000)
  const second = await anInvestor(app, { userId: investor.user.id, price: cents(40_000), createdAt: clock.now() })
  await staySignedIn(db, clock.now())
  await buy(app, app.visitor(), investor.listing)
  await buy(app, app.visitor(), second.listing)
  await forwardDays(8)
  expect([await payableOf(investor), await payableOf(second)]).toEqual([34_000, 0])
})

test('an old application counts as new with its first sale; an investor who has sold for months does not', async () => {
  const [idle, known] = [await start(60_000, { createdAt: daysAgo(200) }), await start(60_000, { createdAt: daysAgo(200) })]
  await sellLongAgo(db, known.listing, daysAgo(100), cents(20_000))
  await buy(app, app.visitor(), idle.listing)
  await buy(app, app.visitor(), known.listing)
  await forwardDays(8)
  expect([await payableOf(idle), await payableOf(known)]).toEqual([0, 51_000])
})

test('neither an old small sale nor a refunded one makes an investor known: stolen cards would be paid out in a week', async () => {
  const [aged, refunded] = [await start(60_000, { createdAt: daysAgo(200) }), await start(60_000, { createdAt: daysAgo(200) })]
  await sellLongAgo(db, aged.listing, daysAgo(100), cents(100))
  await sellLongAgo(db, refunded.listing, daysAgo(100), cents(60_000), 'refunded')
  await buy(app, app.visitor(), aged.listing)
  await buy(app, app.visitor(), refunded.listing)
  await forwardDays(8)
  expect([await payableOf(aged), await payableOf(refunded)]).toEqual([0, 0])
  await forwardDays(23)
  expect(await payableOf(aged)).toBe(51_000)
})

test('an investor’s purchase of the own listing, with a proven own address or the own card, waits longer', async () => {
  const investor = await start(5000, { createdAt: daysAgo(200) })
  const other = await start(5000, { createdAt: daysAgo(200) })
  const { body } = await startPayment(app.visitor(), investor.listing, { vcType: 'platform', email: investor.user.email })
  await payWithCard(app, body.clientSecret, CARDS.good, { fingerprint: 'of-a-friend' })
  const bought = (await startPayment(investor, other.listing, { vcType: 'platform' })).body.clientSecret
  await payWithCard(app, bought, CARDS.good, { fingerprint: 'of-their-own' })
  const again = (await startPayment(app.visitor(), investor.listing, { vcType: 'platform' })).body.clientSecret
  await payWithCard(app, again, CARDS.good, { fingerprint: 'of-their-own' })
  for (const secret of [body.clientSecret, bought, again]) {
    await until(
      () => orderOfIntent(db, intentOf(secret)),
      ({ status }) => status === 'paid',
    )
  }
  await db.transaction((tx) => claimVerified(tx, investor.user.email, investor.user.principalId))
  await forwardDays(8)
  expect([await payableOf(investor), await payableOf(other)]).toEqual([0, 4250])
  await forwardDays(23)
  expect(await payableOf(investor)).toBe(8500)
})

test('a buyer who types the address of an investor delays no sale', async () => {
  const investor = await start(5000, { createdAt: daysAgo(200) })
  const { body } = await startPayment(app.visitor(), investor.listing, { vcType: 'platform', email: investor.user.email })
  await payWithCard(app, body.clientSecret, CARDS.good, { fingerprint: 'of-a-stranger' })
  await until(
    () => orderOfIntent(db, intentOf(body.clientSecret)),
    ({ status }) => status === 'paid',
  )
  await forwardDays(8)
  expect(await payableOf(investor)).toBe(4250)
})

test('a revoked listing is not paid, nor by a batch that was prepared before', async () => {
  const investor = await start(5000, { createdAt: daysAgo(200) })
  await buy(app, app.visitor(), investor.listing)
  await forwardDays(8)
  const { body: batch } = await admin.post<PayoutBatch>('/api/admin/payouts')
  await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, investor.listing))
  const paid = await admin.post<{ code: string }>(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-1' })
  expect(paid.body.code).toBe('payouts.not-covered')
  await admin.post(`/api/admin/payouts/${batch.id}/withdraw`)
  expect(await payableOf(investor)).toBe(0)
  await db.update(vcs).set({ isVerified: true, reviewStatus: 'approved' }).where(eq(vcs.id, investor.listing))
  expect(await payableOf(investor)).toBe(4250)
})

test('a charity’s share of a revoked listing is not paid either, and takes nothing from the shares of other donors', async () => {
  const wells = { donateToCharity: true, charityOfChoice: 'Wells', createdAt: daysAgo(200) }
  const [revoked, honest] = [await start(5000, wells), await start(3000, wells)]
  const ofWells = async () =>
    (await admin.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find(
      ({ account: name }) => name === 'charity_payable:Wells',
    )
  const decide = async (reviewStatus: 'revoked' | 'approved') => {
    await db
      .update(vcs)
      .set({ isVerified: reviewStatus === 'approved', reviewStatus, revokedAt: clock.now() })
      .where(eq(vcs.id, revoked.listing))
    const about = { targetType: 'vc', targetId: revoked.listing, createdAt: clock.now() }
    await db.insert(auditLog).values({ id: newId('aud'), action: reviewStatus, ...about })
  }
  await buy(app, app.visitor(), revoked.listing)
  await buy(app, app.visitor(), honest.listing)
  await forwardDays(8)
  await decide('revoked')
  expect(await ofWells()).toMatchObject({ amount: 6800, payable: 2550, standing: 'ready' })
  await decide('approved')
  expect(await ofWells()).toMatchObject({ payable: 6800 })

  const { body: batch } = await admin.post<PayoutBatch>('/api/admin/payouts')
  expect((await admin.post(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-2' })).status).toBe(200)
  await buy(app, app.visitor(), revoked.listing)
  await buy(app, app.visitor(), honest.listing)
  await forwardDays(8)
  await decide('revoked')
  expect(await ofWells()).toMatchObject({ amount: 6800, payable: 2550 })
  // Deleting the account removes the name of the listing, and not the decision.
  await db.update(vcs).set({ userId: null, isActive: false }).where(eq(vcs.id, revoked.listing))
  expect(await ofWells()).toMatchObject({ amount: 6800, payable: 2550 })
})

test('the share of a sale with a pending refund is held, even if the card refuses the refund', async () => {
  const investor = await start(5000, { createdAt: daysAgo(200) })
  const [refused, promised] = [
    await orderOfIntent(db, await buy(app, app.visitor(), investor.listing)),
    await orderOfIntent(db, await buy(app, app.visitor(), investor.listing)),
  ]
  await forwardDays(8)
  expect(await payableOf(investor)).toBe(8500)
  const returning = { status: 'cancelled', refusal: 'unlocks.already-unlocked', alertCode: 'return-failed' } as const
  await db.update(orders).set(returning).where(eq(orders.id, refused.id))
  await db.update(orders).set({ owedBackSince: clock.now(), alertCode: 'return-failed' }).where(eq(orders.id, promised.id))
  expect(await payableOf(investor)).toBe(0)
  await forwardDays(0)
  expect((await investor.get<Earnings>('/api/earnings')).body.entries.map(({ hold }) => hold)).toEqual(['refund', 'refund'])
})
