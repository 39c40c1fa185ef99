import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, refundRequests } from '#drizzle/schema/index.ts'
import { cancelCall } from '#server/features/bookings/calls/cancel-call.ts'
import { reportMissing } from '#server/features/bookings/calls/report-no-show.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { AdminPayouts } from '#shared/earnings/admin.ts'
import type { OrderId } from '#shared/ids.ts'
import { movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { held } from '#tests/support/actors/listings.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { admin, ask } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { aFounder, anInvestor, bookCall, callsAt } from '#tests/support/calls.ts'
import { findCall } from '#tests/support/state/calls.ts'
import { listMails, mailKindsTo } from '#tests/support/state/mails.ts'
import { refundRequestsFor } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database
const boss = await admin(app)

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const forwardDays = async (days: number) => {
  clock.forwardDays(days)
  await staySignedIn(db, clock.now())
}
const at = (ms: number) => callsAt(app, new Date(clock.now().getTime() + ms))

async function aCall(startsIn = 2 * DAY) {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  await staySignedIn(db, clock.now())
  const start = new Date(clock.now().getTime() + startsIn)
  const call = await bookCall(app, founder, investor.listing, start)
  await db.update(orders).set({ kind: 'meeting' }).where(eq(orders.id, call.orderId))
  return { investor, founder, ...call, account: `investor_payable:${investor.listing}` }
}
const requestOf = (orderId: OrderId) =>
  until(
    async () => (await refundRequestsFor(db, orderId))[0],
    (request) => request?.status === 'requested',
  )
const payable = async (account: string) =>
  (await boss.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find((one) => one.account === account)?.amount ?? 0
const contest = (client: { post: typeof boss.post }, id: string, body: object) =>
  client.post<Booking & { code?: string }>(`/api/bookings/${id}/contest`, body)

test('a false report withholds the pay until the team rejects the refund, and no longer', async () => {
  const { founder, id, orderId, account } = await aCall()
  await reportMissing(at(2 * DAY + HOUR), founder.user.principalId, id, { reason: 'Nobody came' })
  const request = await requestOf(orderId)
  await forwardDays(30)
  expect(await payable(account)).toBe(0)
  await boss.reject(request?.id ?? '', 'We have the recording.')
  expect(await payable(account)).toBeGreaterThan(0)
})

test('a report after a rejection is decided again, and withholds the pay until then', async () => {
  const { founder, id, orderId, account } = await aCall()
  const requested = await founder.post<{ id: string }>('/api/refunds', { orderId, reason: 'I changed my mind.' })
  await boss.reject(requested.body.id, 'That is no ground.')
  await forwardDays(2.1)
  await reportMissing(at(0), founder.user.principalId, id, { reason: 'Nobody came' })
  const again = await requestOf(orderId)
  expect(again).toMatchObject({
    id: requested.body.id,
    reason: expect.stringMatching(/I changed my mind[\s\S]*Nobody came/),
    note: 'That is no ground.',
  })
  await forwardDays(30)
  expect(await payable(account)).toBe(0)
  await boss.reject(requested.body.id, 'They were there.')
  expect(await payable(account)).toBeGreaterThan(0)
})

test('a report about a call whose payment is in dispute is still queued, so that nothing is withheld permanently', async () => {
  const { orderId } = await aCall()
  await db.update(orders).set({ status: 'disputed' }).where(eq(orders.id, orderId))
  await runJob(app, 'refunds.missed-call', { orderId, reason: 'Nobody came' })
  expect(await refundRequestsFor(db, orderId)).toMatchObject([{ status: 'requested' }])
})

test('the investor contests a report once, and the team sees it with the refund', async () => {
  const { founder, investor, id, orderId } = await aCall()
  expect((await contest(investor, id, { reason: 'I was there.' })).body.code).toBe('bookings.not-reported')
  await reportMissing(at(2 * DAY + HOUR), founder.user.principalId, id, null)
  await requestOf(orderId)
  expect((await contest(founder, id, { reason: 'x' })).body.code).toBe('bookings.not-reported')
  const stranger = await aFounder(app)
  await staySignedIn(db, clock.now())
  expect((await contest(stranger, id, { reason: 'x' })).status).toBe(404)
  expect((await contest(investor, id, { reason: ' ' })).status).toBe(422)
  expect((await contest(investor, id, { reason: 'I was there.\nHere is the recording.' })).body).toMatchObject({
    contestedAt: expect.any(String),
  })
  expect((await contest(investor, id, { reason: 'Other words' })).status).toBe(200)
  expect((await boss.refunds()).find((refund) => refund.orderId === orderId)).toMatchObject({
    contest: { reason: 'I was there. Here is the recording.' },
  })
  expect((await held(investor)).bookings).toMatchObject([{ contestedAt: expect.any(String) }])
  const mails = await listMails(db, { template: 'call-contested-team' })
  expect(mails.filter(({ text }) => text.includes(orderId)).length).toBeLessThanOrEqual(1)
})

test('a report beside an open request is added to it, and the team sees both', async () => {
  const { founder, investor, id, orderId, account } = await aCall()
  const requested = await ask(founder, orderId, 'I changed my mind.')
  const after = at(2 * DAY + HOUR)
  await reportMissing(after, founder.user.principalId, id, { reason: 'Nobody came, I have a recording.' })
  const reported = await until(
    () => requestOf(orderId),
    (request) => request?.reason.includes('recording') ?? false,
  )
  // A job that runs twice adds nothing.
  await runJob(app, ASK_FOR_MONEY, { orderId, reason: reported?.reason.split('\n\n').at(-1) })
  await contest(investor, id, { reason: 'I was there.' })
  const [shown, ...others] = (await boss.refunds()).filter((refund) => refund.orderId === orderId)
  expect(others).toEqual([])
  expect(shown).toMatchObject({
    reason: 'I changed my mind.\n\nThe investor did not come to the call. Nobody came, I have a recording.',
    report: { missing: 'investor', at: after.now().toISOString() },
    contest: { reason: 'I was there.' },
    replyDueAt: requested.body.replyDueAt,
  })
  await forwardDays(30)
  expect(await payable(account)).toBe(0)
  await boss.reject(requested.body.id, 'We have the recording.')
  expect(await payable(account)).toBeGreaterThan(0)
})

test('also beside a failed refund; and for an investor’s report the team sees the founder’s statement', async () => {
  const { founder, investor, id, orderId } = await aCall()
  const requested = await ask(founder, orderId, 'I changed my mind.')
  await db.update(refundRequests).set({ status: 'failed' }).where(eq(refundRequests.orderId, orderId))
  await reportMissing(at(2 * DAY + HOUR), investor.user.principalId, id, null)
  await contest(founder, id, { reason: 'I was there at four.' })
  const shown = await until(
    async () => (await boss.refunds()).find((refund) => refund.id === requested.body.id),
    (refund) => refund?.reason.includes('at four') ?? false,
  )
  expect(shown).toMatchObject({
    status: 'failed',
    report: { missing: 'founder' },
    contest: { reason: 'I was there at four.' },
  })
})

test('an investor who reports first takes neither the report nor the price from the founder', async () => {
  const { founder, investor, id, orderId, account } = await aCall()
  const early = at(2 * DAY + 10 * MINUTE + 1000)
  expect(await reportMissing(early, investor.user.principalId, id, null)).toMatchObject({ noShowBy: 'founder' })
  expect((await held(founder)).bookings).toMatchObject([
    { noShowBy: 'founder', actions: expect.arrayContaining([expect.objectContaining({ action: 'no-show' })]) },
  ])
  const report = () => reportMissing(at(2 * DAY + HOUR), founder.user.principalId, id, { reason: 'He never came.' })
  expect(await report()).toMatchObject({ noShowBy: 'founder', contestedAt: expect.any(String) })
  const request = await requestOf(orderId)
  expect(request?.reason).toContain('He never came.')
  expect(await report()).toMatchObject({ noShowBy: 'founder' })
  expect(await mailKindsTo(db, investor.user.email)).toEqual(['sale', 'call-contested'])
  await forwardDays(30)
  expect(await payable(account)).toBe(0)
  await boss.reject(request?.id ?? '', 'We have the recording.')
  expect(await payable(account)).toBeGreaterThan(0)
})

test('a founder who is reported missing and contests it is reviewed by the team before the price is paid out', async () => {
  const { founder, investor, id, orderId, account } = await aCall()
  await reportMissing(at(2 * DAY + HOUR), investor.user.principalId, id, null)
  await forwardDays(3)
  expect((await contest(founder, id, { reason: 'I waited for an hour.' })).status).toBe(200)
  const request = await requestOf(orderId)
  expect(request?.reason).toContain('I waited for an hour.')
  await forwardDays(30)
  expect(await payable(account)).toBe(0)
  await boss.reject(request?.id ?? '', 'We have the recording.')
  expect(await payable(account)).toBeGreaterThan(0)
})

test('the price is withheld while the job that asks the team is pending', async () => {
  const { orderId, account } = await aCall()
  await forwardDays(30)
  expect(await payable(account)).toBeGreaterThan(0)
  const key = orderId
  const later = new Date(clock.now().getTime() + DAY)
  await enqueueJob(db, { kind: 'refunds.missed-call', key, payload: { orderId, reason: 'Nobody came' }, runAt: later })
  expect(await payable(account)).toBe(0)
})

test('the price of a call that was cancelled too late is paid to its investor', async () => {
  const { founder, id, account } = await aCall(23 * HOUR)
  expect(await cancelCall(at(0), founder.user.principalId, id, null)).toMatchObject({ refund: 'none' })
  expect(await findCall(db, id)).toMatchObject({ refundOutcome: 'none' })
  await forwardDays(8)
  expect(await payable(account)).toBeGreaterThan(0)
})
