import { expect, test } from 'vitest'
import { cancelCall, declineCall } from '#server/features/bookings/calls/cancel-call.ts'
import { reportMissing } from '#server/features/bookings/calls/report-no-show.ts'
import { moveCall } from '#server/features/bookings/calls/reschedule-call.ts'
import { REFUND_JOB } from '#server/features/orders/settlement/refund-jobs.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { BookingId, OrderId } from '#shared/ids.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { held } from '#tests/support/actors/listings.ts'
import { hasUnlocked } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { aFounder, anInvestor, bookCall, callsAt, enterCall, usualHour } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { findCall } from '#tests/support/state/calls.ts'
import { listJobs } from '#tests/support/state/jobs.ts'
import { listLegs } from '#tests/support/state/ledger.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { orderById } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { db } = app.database

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The same without a payment. */
async function aFreeCall(start = new Date(Date.now() + 5 * DAY)) {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  return { investor, founder, start, id: await enterCall(app, founder, investor.listing, start) }
}

/** A founder who has booked an investor, both with accounts. */
async function aCall(start = new Date(Date.now() + 5 * DAY), about: Parameters<typeof bookCall>[4] = {}) {
  const investor = await anInvestor(app)
  const founder = await aFounder(app)
  const call = await bookCall(app, founder, investor.listing, start, about)
  return { investor, founder, start, ...call }
}

type Answer = Booking & { code?: string }
const act = async (client: Client, id: string, what: string, body?: object) => {
  const { status: http, body: reply } = await client.post<Answer>(`/api/bookings/${id}/${what}`, body)
  return { http, ...reply }
}
const rowOf = (id: BookingId) => findCall(db, id)
const orderStatus = async (id: OrderId) => (await orderById(db, id)).status
const isRefunded = (id: OrderId) =>
  until(
    () => orderStatus(id),
    (status) => status === 'refunded',
  )
const mailsAbout = async (recipient: string) =>
  (await listMails(db, { recipient })).filter(({ template }) => template.startsWith('call-'))
const refundsIn = async (id: OrderId) => {
  const legs = await listLegs(db, { orderId: id })
  return {
    refunds: new Set(legs.filter((leg) => leg.transactionKind === 'refund').map(({ transaction }) => transaction)).size,
    // Fees of the card company are separate.
    left: legs
      .filter(({ account, transactionKind }) => account === 'cash' && ['capture', 'refund'].includes(transactionKind))
      .reduce((sum, { amount }) => sum + amount, 0),
  }
}

test('both participants have the call with each other’s contact, and no other account can see it', async () => {
  const { investor, founder, id, start } = await aFreeCall()
  const [mine] = (await held(founder)).bookings ?? []
  expect(mine).toMatchObject({
    id,
    role: 'founder',
    status: 'confirmed',
    start: start.toISOString(),
    counterpart: { name: 'Alan Platform', email: 'alan@keystone.example' },
    meetingLink: 'https://cal.example.com/alan',
    refund: 'none',
    actions: [{ action: 'reschedule' }, { action: 'cancel' }, { action: 'no-show' }],
  })
  const [theirs] = (await held(investor)).bookings ?? []
  expect(theirs).toMatchObject({
    id,
    role: 'investor',
    counterpart: { name: 'Ada Member', company: 'Tidepool', email: founder.user.email },
    orderId: null,
    actions: [{ action: 'decline' }, { action: 'cancel' }, { action: 'no-show' }],
  })
  expect((await founder.get<{ bookings: Booking[] }>('/api/bookings')).body.bookings).toMatchObject([{ id }])
  const file = await investor.get<string>(`/api/bookings/${id}.ics`)
  expect([file.headers.get('content-type'), file.body]).toEqual(['text/calendar; charset=utf-8', theirs?.ics])
  expect(file.headers.get('content-disposition')).toMatch(/filename\*=UTF-8''call-\d{4}-\d{2}-\d{2}-ada-member\.ics$/)

  const others = [await aFounder(app), await anInvestor(app), app.visitor()]
  for (const other of others) {
    expect((await other.get<{ bookings: Booking[] }>('/api/bookings')).body.bookings).toEqual([])
    expect((await other.get(`/api/bookings/${id}.ics`)).status).toBe(404)
    for (const what of ['cancel', 'decline', 'no-show']) expect((await act(other, id, what)).http).toBe(404)
    expect((await act(other, id, 'reschedule', { start: usualHour().toISOString() })).http).toBe(404)
  }
  expect((await founder.get(`/api/bookings/${id}`)).status).toBe(422)
  expect(await rowOf(id)).toMatchObject({ status: 'confirmed', sequence: 0 })
})

test('a founder who cancels a day ahead is refunded once, in the ledger and on the card, and the contact is revoked', async () => {
  const { investor, founder, id, orderId } = await aCall()
  expect(await hasUnlocked(founder, investor.listing)).toBe(true)
  const [first, second] = await Promise.all([
    act(founder, id, 'cancel', { reason: 'We\r\nmet today' }),
    act(founder, id, 'cancel', { reason: 'We\r\nmet today' }),
  ])
  expect(first).toMatchObject({
    status: 'cancelled',
    endedBy: 'founder',
    refund: expect.stringMatching('due|returned'),
    actions: [],
  })
  expect({ ...first, refund: '' }).toEqual({ ...second, refund: '' })
  expect(first).toMatchObject({ meetingLink: null, counterpart: { email: null } })
  await isRefunded(orderId)
  expect(await refundsIn(orderId)).toEqual({ refunds: 1, left: 0 })
  expect(await hasUnlocked(founder, investor.listing)).toBe(false)
  expect((await act(founder, id, 'cancel')).refund).toBe('returned')
  expect((await held(investor)).bookings).toMatchObject([{ status: 'cancelled', endedBy: 'founder', refund: 'returned' }])

  const [mine, theirs] = [await mailsAbout(founder.user.email), await mailsAbout(investor.user.email)]
  expect([mine.map(({ template }) => template), theirs.map(({ template }) => template)]).toEqual([
    ['call-cancelled'],
    ['call-cancelled'],
  ])
  expect(mine[0]?.text).toContain('is refunded to your card in full')
  expect(mine[0]?.calendar).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:1[\s\S]*STATUS:CANCELLED/)
  expect(theirs[0]?.text).toContain('Message: We met today')
  expect(await act(investor, id, 'decline')).toMatchObject({ http: 409, code: 'bookings.ended' })
})

test('a founder who cancels later pays, and keeps the contact', async () => {
  const { investor, founder, id, orderId, start } = await aCall(new Date(Date.now() + 23 * HOUR))
  expect(await act(founder, id, 'cancel', { paidBack: true })).toMatchObject({ http: 409, code: 'bookings.no-refund-now' })
  expect(await act(founder, id, 'cancel')).toMatchObject({ status: 'cancelled', refund: 'none' })
  const again = await cancelCall(callsAt(app, new Date(start.getTime() + DAY)), founder.user.principalId, id, null)
  expect(again).toMatchObject({ status: 'cancelled', refund: 'none' })
  expect((await mailsAbout(founder.user.email))[0]?.text).toContain('is not refunded. You keep the contact.')
  expect(await orderStatus(orderId)).toBe('paid')
  expect(await hasUnlocked(founder, investor.listing)).toBe(true)
  expect(await listJobs(db, { kind: REFUND_JOB, key: orderId })).toEqual([])
})

test('an investor may cancel until the call begins, and the founder is always refunded', async () => {
  const { investor, founder, id, orderId, start } = await aCall()
  const at = (ms: number) => callsAt(app, new Date(start.getTime() + ms))
  await expect(cancelCall(at(0), investor.user.principalId, id, null)).rejects.toMatchObject({ code: 'bookings.begun' })
  const ended = await cancelCall(at(-1000), investor.user.principalId, id, null)
  expect(ended).toMatchObject({ status: 'cancelled', endedBy: 'investor' })
  await isRefunded(orderId)
  expect((await mailsAbout(founder.user.email))[0]).toMatchObject({ subject: 'Your call with Alan Platform is cancelled' })
})

test('an investor declines within two days of the booking, and a founder cannot', async () => {
  const { investor, founder, id, orderId } = await aCall(new Date(Date.now() + 9 * DAY))
  expect((await act(founder, id, 'decline')).http).toBe(404)
  const late = callsAt(app, new Date(Date.now() + 48 * HOUR))
  await expect(declineCall(late, investor.user.principalId, id, null)).rejects.toMatchObject({
    code: 'bookings.too-late-to-decline',
  })
  expect(await act(investor, id, 'decline', { reason: 'On a plane' })).toMatchObject({
    status: 'declined',
    endReason: 'On a plane',
  })
  expect(await act(investor, id, 'decline')).toMatchObject({ status: 'declined' })
  await isRefunded(orderId)
  expect(await mailsAbout(founder.user.email)).toMatchObject([
    { template: 'call-declined', text: expect.stringContaining('is refunded to your card') },
  ])
  expect(await refundsIn(orderId)).toEqual({ refunds: 1, left: 0 })
})

test('if a founder cancels and an investor declines concurrently, one comes first and the money is refunded once', async () => {
  const node = await app.anotherNode()
  const { investor, founder, id, orderId } = await aCall()
  const outcomes = await Promise.allSettled([
    cancelCall(callsAt(app, new Date()), founder.user.principalId, id, null),
    declineCall(callsAt(app, new Date(), node.database.db), investor.user.principalId, id, null),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes).toContainEqual(expect.objectContaining({ reason: expect.objectContaining({ code: 'bookings.ended' }) }))
  await isRefunded(orderId)
  expect(await refundsIn(orderId)).toEqual({ refunds: 1, left: 0 })
  expect(await mailsAbout(founder.user.email)).toHaveLength(1)
})

test('a call is moved to a free slot that is offered, once, and both calendars are updated', async () => {
  const { investor, founder, id } = await aFreeCall()
  const to = usualHour(3)
  const moved = await act(founder, id, 'reschedule', { start: to.toISOString().replace('.000Z', '+00:00') })
  expect(moved).toMatchObject({
    status: 'confirmed',
    start: to.toISOString(),
    end: new Date(to.getTime() + 30 * MINUTE).toISOString(),
  })
  expect(await act(founder, id, 'reschedule', { start: to.toISOString() })).toEqual(moved)
  expect(await rowOf(id)).toMatchObject({ sequence: 1, meetingDateTime: to })
  const [mail, ...others] = await mailsAbout(investor.user.email)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ template: 'call-moved', calendar: expect.stringMatching(/METHOD:REQUEST[\s\S]*SEQUENCE:1/) })
  expect(mail?.text).toMatch(/America\/New York \(GMT-[45]\)[\s\S]*For the other side: .*Europe\/Berlin[\s\S]*Previous time:/)

  expect((await act(investor, id, 'reschedule', { start: usualHour(5).toISOString() })).http).toBe(404)
  for (const start of [new Date(to.getTime() + 17 * MINUTE), new Date(Date.now() + 40 * DAY), new Date(0)]) {
    expect(await act(founder, id, 'reschedule', { start: start.toISOString() })).toMatchObject({
      http: 409,
      code: 'bookings.slot-taken',
    })
  }
  expect(await act(founder, id, 'reschedule', { start: 'soon' })).toMatchObject({ http: 422 })
  const late = callsAt(app, new Date(to.getTime() - 24 * HOUR))
  await expect(moveCall(late, founder.user.principalId, id, usualHour(4))).rejects.toMatchObject({
    code: 'bookings.too-late-to-move',
  })
})

test('a taken slot stays taken, and only one of two concurrent requests gets a free one', async () => {
  const { investor, founder, id, start } = await aFreeCall(usualHour(10))
  const other = await aFounder(app)
  const theirs = { id: await enterCall(app, other, investor.listing, usualHour(12)) }
  expect(await act(other, theirs.id, 'reschedule', { start: start.toISOString() })).toMatchObject({
    code: 'bookings.slot-taken',
  })
  const node = await app.anotherNode()
  const to = usualHour(7)
  const outcomes = await Promise.allSettled([
    moveCall(callsAt(app, new Date()), founder.user.principalId, id, to),
    moveCall(callsAt(app, new Date(), node.database.db), other.user.principalId, theirs.id, to),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes).toContainEqual(expect.objectContaining({ reason: expect.objectContaining({ code: 'bookings.slot-taken' }) }))
  // The losing request keeps its slot, and no move is mailed.
  const at = [await rowOf(id), await rowOf(theirs.id)].map((row) => row?.sequence)
  expect(at.sort()).toEqual([0, 1])
  // After a cancellation the slot is free.
  const winner = outcomes[0]?.status === 'fulfilled' ? { client: founder, id } : { client: other, id: theirs.id }
  await act(winner.client, winner.id, 'cancel')
  const loser = winner.client === founder ? { client: other, id: theirs.id } : { client: founder, id }
  expect(await act(loser.client, loser.id, 'reschedule', { start: to.toISOString() })).toMatchObject({ status: 'confirmed' })
})

test('a missed call is reported once, the other participant and the team are notified, and no money moves', async () => {
  const chief = await aFounder(app)
  await grantAdmin(app, chief)
  const { investor, founder, id, orderId, start } = await aCall()
  const at = (ms: number) => callsAt(app, new Date(start.getTime() + ms))
  expect(await act(founder, id, 'no-show')).toMatchObject({ http: 409, code: 'bookings.too-early-to-report' })
  const report = () => reportMissing(at(10 * MINUTE), founder.user.principalId, id, { reason: 'Twenty minutes in the lobby' })
  expect(await report()).toMatchObject({ noShowBy: 'investor', status: 'confirmed', refund: 'none' })
  expect(await report()).toMatchObject({ noShowBy: 'investor' })
  expect((await held(investor)).bookings).toMatchObject([{ noShowBy: 'investor' }])
  expect(await mailsAbout(investor.user.email)).toMatchObject([{ template: 'call-missing' }])
  expect(await mailsAbout(founder.user.email)).toEqual([])
  expect((await mailsAbout(chief.user.email))[0]?.text).toMatch(
    new RegExp(`order ${orderId}[\\s\\S]*Twenty minutes in the lobby`),
  )
  expect(await orderStatus(orderId)).toBe('paid')

  const other = await aFreeCall(new Date(Date.now() + 6 * DAY))
  const late = callsAt(app, new Date(other.start.getTime() + 7 * DAY))
  await expect(reportMissing(late, other.investor.user.principalId, other.id, null)).rejects.toMatchObject({
    code: 'bookings.too-late-to-report',
  })
})

test('the investor who took over an external record is responsible for its calls, only once approved', async () => {
  const founder = await aFounder(app)
  const old = await anInvestor(app)
  const call = { id: await enterCall(app, founder, old.listing, new Date(Date.now() + 5 * DAY)) }
  const heir = await anInvestor(app, { replacesId: old.listing, isVerified: false })
  expect((await heir.get(`/api/bookings/${call.id}.ics`)).status).toBe(404)
  await db.execute(`update vcs set is_verified = true where id = '${heir.listing}'`)
  expect((await act(heir, call.id, 'decline')).status).toBe('declined')
})

test('moving a call repeatedly sends at most six mails an hour to each participant, and a stranger uses up none of them', async () => {
  const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const investor = await anInvestor(strict, { email: null })
  const [founder, stranger] = [await aFounder(strict), await aFounder(strict)]
  const id = await enterCall(strict, founder, investor.listing, usualHour())
  const other = await enterCall(strict, founder, investor.listing, usualHour(10))
  const move = async (client: Client, call: BookingId, nth: number) =>
    (await client.post(`/api/bookings/${call}/reschedule`, { start: usualHour(nth).toISOString() })).status
  for (let at = 0; at < 7; at += 1) expect(await move(stranger, id, 2)).toBe(at < 6 ? 404 : 429)
  const moved = []
  for (let at = 0; at < 10; at += 1) moved.push(await move(founder, id, 2 + (at % 2) * 2))
  expect(moved).toEqual([...Array(6).fill(200), ...Array(4).fill(429)])
  expect(await listMails(strict.database.db, { template: 'call-moved' })).toHaveLength(12)
  expect(await move(founder, other, 8)).toBe(200)
})
