import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { meetingBookings } from '#drizzle/schema/index.ts'
import { rightsEndOf } from '#server/buyer-rights.ts'
import { bookRules } from '#server/features/earnings/ledger-checks/invariants.ts'
import { runRule } from '#server/features/earnings/ledger-checks/queries.ts'
import type { AdminPayouts, PayoutBatch } from '#shared/earnings/admin.ts'
import { cents } from '#shared/money.ts'
import { rightsEnd } from '#shared/refunds/rights.ts'
import { account } from '#tests/support/actors/account.ts'
import { bookCall, freeSlots } from '#tests/support/actors/bookings.ts'
import { buy, DAY_MS, movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { orderOfIntent } from '#tests/support/actors/money.ts'
import { admin, ask } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database
const boss = await admin(app)

const forwardTo = async (at: number) => {
  clock.forwardDays((at - clock.now().getTime()) / DAY_MS)
  await staySignedIn(db, clock.now())
}
const payable = async (listing: string) =>
  (await boss.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find((one) => one.account === `investor_payable:${listing}`)
    ?.amount ?? 0
/** A call as late as it can be booked, paid for immediately. */
async function aLateCall() {
  const [investor, founder] = [await anInvestor(app, { price: cents(40_000) }), await account(app)]
  await staySignedIn(db, clock.now())
  const slot = (await freeSlots(founder, investor.listing)).at(-1)
  if (!slot) throw new Error('There is no slot')
  const { confirmed } = await bookCall(app, founder, investor.listing, slot)
  return { investor, founder, call: confirmed.body.booking, start: Date.parse(slot.start), end: Date.parse(slot.end) }
}

test('the share of an unlock is not payable while the guarantee runs, to its last minute', async () => {
  const [investor, buyer] = [await anInvestor(app, { price: cents(10_000) }), await account(app)]
  // Just after midnight, so that the guarantee runs for almost eight days.
  await forwardTo(Math.ceil(clock.now().getTime() / DAY_MS) * DAY_MS + 60_000)
  const order = await orderOfIntent(db, await buy(app, buyer, investor.listing))
  const paidAt = order.paidAt?.getTime() ?? 0
  await forwardTo(paidAt + 7 * DAY_MS + 60_000)
  expect(await payable(investor.listing)).toBe(0)
  expect((await ask(buyer, order.id)).status).toBe(200)
})

test('the share of a call is not payable while its founder may report that the investor did not come', async () => {
  const { investor, founder, call, end } = await aLateCall()
  await forwardTo(end + 60_000)
  expect(await payable(investor.listing)).toBe(0)
  await forwardTo(end + 6 * DAY_MS)
  expect(await payable(investor.listing)).toBe(0)
  const report = await founder.post<{ noShowBy: string }>(`/api/bookings/${call.id}/no-show`, { reason: 'Nobody came' })
  expect(report.body.noShowBy).toBe('investor')
  await forwardTo(end + 9 * DAY_MS)
  expect(await payable(investor.listing)).toBe(0)
})

test('the share of a call is not payable while its founder may contest the report of the investor, and no longer than that', async () => {
  const { investor, founder, call, start, end } = await aLateCall()
  const reportedAt = start + 7 * DAY_MS - 60_000
  await forwardTo(reportedAt)
  expect((await investor.post(`/api/bookings/${call.id}/no-show`, {})).status).toBe(200)
  await forwardTo(end + 7 * DAY_MS + 60_000)
  expect(await payable(investor.listing)).toBe(0)
  const { body } = await founder.get<{ bookings: { id: string; contestUntil?: string }[] }>('/api/bookings')
  const until = Date.parse(body.bookings.find(({ id }) => id === call.id)?.contestUntil ?? '')
  expect(Math.abs(until - (reportedAt + 7 * DAY_MS))).toBeLessThan(60_000)
  await forwardTo(until + 1000)
  expect(await payable(investor.listing)).toBe(34_000)
  const late = await founder.post<{ code?: string }>(`/api/bookings/${call.id}/contest`, { reason: 'I was there.' })
  expect(late.body.code).toBe('bookings.too-late-to-contest')
})

test('the share of a call without a complaint is payable seven days after its end', async () => {
  const { investor, end } = await aLateCall()
  await forwardTo(end + 7 * DAY_MS + 1000)
  expect(await payable(investor.listing)).toBe(34_000)
})

test('a payout before the end of its buyer’s rights violates a ledger rule', async () => {
  const { investor, call, end } = await aLateCall()
  await forwardTo(end + 7 * DAY_MS + 1000)
  const { body: batch } = await boss.post<PayoutBatch>('/api/admin/payouts')
  expect(batch.lines.map(({ account: of }) => of)).toContain(`investor_payable:${investor.listing}`)
  expect((await boss.post(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-1' })).status).toBe(200)
  const find = bookRules(clock.now()).find(({ rule }) => rule === 'payouts-within-matured')?.find ?? sql``
  expect(await runRule(db, find)).toEqual([])
  // As if it had been paid an hour earlier.
  await db
    .update(meetingBookings)
    .set({ endsAt: new Date(end + 60 * 60_000) })
    .where(eq(meetingBookings.id, call.id))
  expect(await runRule(db, find)).toMatchObject([{ detail: expect.stringContaining('matured') }])
})

test('the rights of a buyer end at the same instant in the query and in the rule', async () => {
  const rows = await db.execute<{
    kind: 'meeting'
    paid_at: string
    ends_at: string | null
    by: string | null
    at: string
    rights: string
  }>(sql`
    select o.kind, o.paid_at, b.ends_at, b.no_show_by as by, b.no_show_reported_at as at, ${rightsEndOf} as rights
    from orders o left join meeting_bookings b on b.order_id = o.id where o.paid_at is not null`)
  expect(rows.length).toBeGreaterThan(3)
  for (const { kind, paid_at, ends_at, by, at, rights } of rows) {
    const missedAt = by === 'founder' ? Date.parse(at) : undefined
    const call = ends_at === null ? undefined : { endsAt: Date.parse(ends_at), missedAt }
    expect(new Date(rights).getTime()).toBe(rightsEnd({ kind, paidAt: Date.parse(paid_at), call }))
  }
  expect(rows.map(({ by }) => by)).toEqual(expect.arrayContaining(['founder', 'investor', null]))
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['meeting', 'vc_unlock']))
})
