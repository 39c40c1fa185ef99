import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { vcs } from '#drizzle/schema/index.ts'
import type { AdminPayouts, PayoutBatch } from '#shared/earnings/admin.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/account.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor, enterCall } from '#tests/support/calls.ts'
import { buy, movableClock, staySignedIn } from '#tests/support/earnings.ts'
import { approveInvestor, atProvider, listInvestor, orderOfIntent, runJob } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database
const admin = await account(app, { isAdmin: true })
const forwardDays = async (days: number) => {
  clock.forwardDays(days)
  await staySignedIn(db, clock.now())
}
const accountOf = async (vcId: VcId) =>
  (await admin.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find(
    ({ account }) => account === `investor_payable:${vcId}`,
  )

/** An investor who has taken a record over after a sale of it. */
async function takenOver() {
  await staySignedIn(db, clock.now())
  const record = await listInvestor(db, { price: cents(20_000) })
  const piId = await buy(app, app.visitor(), record)
  const investor = await anInvestor(app, { price: cents(20_000), replacesId: record })
  await staySignedIn(db, clock.now())
  return { record, piId, investor }
}

const rename = (investor: Awaited<ReturnType<typeof takenOver>>['investor']) =>
  investor.post(`/api/vcs/${investor.listing}`, { partnerName: 'Alan Renamed' }, { method: 'PATCH' })
const isVerified = async (id: VcId) => (await db.select().from(vcs).where(eq(vcs.id, id)))[0]?.isVerified

test('a debt on a record that was taken over is not left behind by a rename of the own listing', async () => {
  const { record, piId, investor } = await takenOver()
  await forwardDays(8)
  const { body: batch } = await admin.post<PayoutBatch>('/api/admin/payouts')
  await admin.post(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-1' })
  await buy(app, app.visitor(), investor.listing)
  await forwardDays(8)
  await atProvider(app, 'refunds', { payment_intent: piId })
  await runJob(app, 'payments.list-events')
  await until(
    () => orderOfIntent(db, piId),
    ({ status }) => status === 'refunded',
  )
  expect(await accountOf(investor.listing)).toMatchObject({ payable: 0, standing: 'withheld' })
  expect((await rename(investor)).status).toBe(200)
  expect(await isVerified(investor.listing)).toBe(false)
  expect(await accountOf(record)).toMatchObject({ amount: -17_000, email: investor.user.email })
  expect(await accountOf(investor.listing)).toMatchObject({ payable: 0, standing: 'withheld' })
})

test('nor do its earnings and its calls get lost by it', async () => {
  const { record, investor } = await takenOver()
  const start = new Date(clock.now().getTime() + 3 * 24 * 60 * 60 * 1000)
  const founder = await account(app)
  const id = await enterCall(app, founder, record, start)
  await rename(investor)
  await forwardDays(0)
  expect((await investor.get<Earnings>('/api/earnings')).body.balance.inWindow).toBe(17_000)
  expect(JSON.stringify((await investor.get('/api/bookings')).body)).toContain(id)
  await forwardDays(8)
  expect(await accountOf(record)).toMatchObject({ standing: 'ready', email: investor.user.email })
})

test('a record is nobody’s by an application alone, and the last one’s that was approved with it', async () => {
  await staySignedIn(db, clock.now())
  const record = await listInvestor(db, { price: cents(20_000) })
  await buy(app, app.visitor(), record)
  const stranger = await account(app)
  const applied = { userId: stranger.user.id, replacesId: record, isVerified: false, reviewStatus: 'pending' as const }
  const application = await approveInvestor(db, applied)
  await forwardDays(8)
  expect(await accountOf(record)).toMatchObject({ standing: 'nobody', email: null })
  expect((await stranger.get<Earnings>('/api/earnings')).body.entries).toEqual([])

  await db.update(vcs).set({ isVerified: true, reviewStatus: 'approved' }).where(eq(vcs.id, application))
  await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, application))
  expect(await accountOf(record)).toMatchObject({ email: stranger.user.email })
  await new Promise((resolve) => setTimeout(resolve, 5))
  const investor = await anInvestor(app, { replacesId: record })
  await forwardDays(0)
  expect(await accountOf(record)).toMatchObject({ email: investor.user.email })
  expect((await stranger.get<Earnings>('/api/earnings')).body.entries).toEqual([])
  expect((await investor.get<Earnings>('/api/earnings')).body.entries).toHaveLength(1)
})
