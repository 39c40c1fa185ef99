import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { meetingBookings, vcs } from '#drizzle/schema/index.ts'
import { eraseFromCalls } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { acceptProposal, proposeTimes } from '#server/features/bookings/calls/propose-times.ts'
import { moveCall } from '#server/features/bookings/calls/reschedule-call.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { BookingId } from '#shared/ids.ts'
import { held } from '#tests/support/actors/listings.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { aFounder, anInvestor, callsAt, enterCall, usualHour } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { findCall } from '#tests/support/state/calls.ts'
import { listMails } from '#tests/support/state/mails.ts'

const app = await startTestApp()
const { db } = app.database

const HOUR = 60 * 60 * 1000
const NOTE = 'I am on a plane that day'
const hour = (nth: number) => usualHour(nth).toISOString()

async function aCall(start = usualHour()) {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  return { investor, founder, start, id: await enterCall(app, founder, investor.listing, start) }
}

type Answer = Booking & { code?: string }
const act = async (client: Client, id: string, what: string, body: object) => {
  const { status: http, body: reply } = await client.post<Answer>(`/api/bookings/${id}/${what}`, body)
  return { http, ...reply }
}
const propose = (client: Client, id: string, times: string[], note?: string) =>
  act(client, id, 'propose', { times, ...(note && { note }) })
const mailsTo = async (recipient: string) =>
  (await listMails(db, { recipient })).filter(({ template }) => template.startsWith('call-'))
const templates = async ({ user }: { user: { email: string } }) => (await mailsTo(user.email)).map(({ template }) => template)
const rowOf = (id: BookingId) => findCall(db, id)

test('an investor proposes three times, the founder reads them on the call and by mail, and the call stays as it is', async () => {
  const { investor, founder, id, start } = await aCall()
  const times = [hour(4), hour(2), hour(3)].sort()
  const made = await propose(investor, id, [...times].reverse(), `${NOTE}\r\n`)
  expect(made).toMatchObject({ http: 200, start: start.toISOString(), proposal: { by: 'investor', times, note: NOTE } })
  expect((await held(founder)).bookings).toMatchObject([{ id, proposal: made.proposal, start: start.toISOString() }])
  expect(await propose(investor, id, times, NOTE)).toMatchObject({ http: 200, proposal: made.proposal })
  expect([await templates(founder), await templates(investor)]).toEqual([['call-times-proposed'], []])
  const [mail] = await mailsTo(founder.user.email)
  expect(mail?.text).toContain(`Message: ${NOTE}`)
  expect(mail?.text).toContain(`/calls#call-${id}`)
  expect(mail?.calendar).toBeNull()
  expect(await rowOf(id)).toMatchObject({ sequence: 0, meetingDateTime: start })
  // Proposed times are not reserved.
  const other = await aFounder(app)
  const theirs = await enterCall(app, other, investor.listing, usualHour(6))
  expect(await act(other, theirs, 'reschedule', { start: times[0] })).toMatchObject({ http: 200, start: times[0] })
})

test('to accept a proposed time moves the call once, with one mail for each side and a new calendar entry', async () => {
  const { investor, founder, id } = await aCall()
  await propose(investor, id, [hour(2), hour(3)])
  expect(await act(investor, id, 'accept-proposal', { start: hour(2) })).toMatchObject({ http: 404 })
  expect(await act(founder, id, 'accept-proposal', { start: hour(5) })).toMatchObject({ code: 'bookings.proposal-ended' })
  const moved = await act(founder, id, 'accept-proposal', { start: hour(2) })
  expect(moved).toMatchObject({ http: 200, start: hour(2), status: 'confirmed' })
  expect(moved.proposal).toBeUndefined()
  expect(await act(founder, id, 'accept-proposal', { start: hour(2) })).toEqual(moved)
  expect(await act(founder, id, 'accept-proposal', { start: hour(3) })).toMatchObject({ code: 'bookings.proposal-ended' })
  expect([await templates(founder), await templates(investor)]).toEqual([['call-times-proposed', 'call-moved'], ['call-moved']])
  const [mail] = await mailsTo(investor.user.email)
  expect(mail?.text).toContain('accepted a time that you proposed. New time:')
  expect(mail?.calendar).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:1/)
})

test('to decline or withdraw ends the proposal that was seen, and only the proposer is mailed about a decline', async () => {
  const { investor, founder, id } = await aCall()
  const first = await propose(investor, id, [hour(2)])
  expect(await act(investor, id, 'decline-proposal', { at: first.proposal?.at })).toMatchObject({ http: 404 })
  expect(await act(founder, id, 'withdraw-proposal', { at: first.proposal?.at })).toMatchObject({ http: 404 })
  // A new one replaces it, of either side.
  const second = await propose(founder, id, [hour(3)])
  expect(second.proposal).toMatchObject({ by: 'founder', times: [hour(3)] })
  expect(await act(investor, id, 'decline-proposal', { at: first.proposal?.at })).toMatchObject({
    code: 'bookings.proposal-ended',
  })
  const declined = await act(investor, id, 'decline-proposal', { at: second.proposal?.at })
  expect([declined.http, declined.proposal]).toEqual([200, undefined])
  expect(await act(investor, id, 'decline-proposal', { at: second.proposal?.at })).toEqual(declined)
  const third = await propose(founder, id, [hour(4)])
  const withdrawn = await act(founder, id, 'withdraw-proposal', { at: third.proposal?.at })
  expect([withdrawn.http, withdrawn.proposal, withdrawn.start]).toEqual([200, undefined, hour(0)])
  expect(await templates(founder)).toEqual(['call-times-proposed', 'call-proposal-declined'])
  expect(await templates(investor)).toEqual(['call-times-proposed', 'call-times-proposed'])
})

test('a proposed time that was taken is refused, and the others stay open', async () => {
  const { investor, founder, id } = await aCall()
  await propose(investor, id, [hour(2), hour(3)])
  const other = await aFounder(app)
  await enterCall(app, other, investor.listing, usualHour(2))
  expect(await act(founder, id, 'accept-proposal', { start: hour(2) })).toMatchObject({
    http: 409,
    code: 'bookings.slot-taken',
  })
  expect(await propose(investor, id, [hour(2)])).toMatchObject({ code: 'bookings.slot-taken' })
  expect(await propose(investor, id, [hour(0)])).toMatchObject({ code: 'bookings.slot-taken' })
  expect(await act(founder, id, 'accept-proposal', { start: hour(3) })).toMatchObject({ http: 200, start: hour(3) })
})

test('a proposed time that the investor no longer offers is refused', async () => {
  const { investor, founder, id } = await aCall()
  await propose(investor, id, [hour(2)])
  // What is 9 to 17 o'clock in UTC is at night there.
  await db.update(vcs).set({ timeZone: 'Pacific/Auckland' }).where(eq(vcs.id, investor.listing))
  expect(await act(founder, id, 'accept-proposal', { start: hour(2) })).toMatchObject({ http: 409, code: 'bookings.slot-taken' })
  expect((await rowOf(id))?.sequence).toBe(0)
})

test('of two concurrent acceptances one decides, and two calls never get one slot', async () => {
  const node = await app.anotherNode()
  const { investor, founder, id } = await aCall()
  await propose(investor, id, [hour(2), hour(3)])
  const accept = (start: Date, at = callsAt(app, new Date())) => acceptProposal(at, founder.user.principalId, id, start)
  const both = await Promise.allSettled([accept(usualHour(2)), accept(usualHour(3), callsAt(app, new Date(), node.database.db))])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both).toContainEqual(expect.objectContaining({ reason: expect.objectContaining({ code: 'bookings.proposal-ended' }) }))
  expect((await rowOf(id))?.sequence).toBe(1)

  const other = await aFounder(app)
  const theirs = await enterCall(app, other, investor.listing, usualHour(8))
  for (const call of [id, theirs]) await propose(investor, call, [hour(5)])
  const slot = await Promise.allSettled([
    accept(usualHour(5)),
    acceptProposal(callsAt(app, new Date(), node.database.db), other.user.principalId, theirs, usualHour(5)),
  ])
  expect(slot.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(slot).toContainEqual(expect.objectContaining({ reason: expect.objectContaining({ code: 'bookings.slot-taken' }) }))
})

test('a late proposal moves the call only with the other side’s consent, and free cancellation does not restart', async () => {
  const { investor, founder, id, start } = await aCall(usualHour(8))
  const late = callsAt(app, new Date(start.getTime() - 3 * HOUR))
  const [me, them] = [founder.user.principalId, investor.user.principalId]
  await expect(moveCall(late, me, id, usualHour(2))).rejects.toMatchObject({ code: 'bookings.too-late-to-move' })
  await proposeTimes(late, me, id, { times: [hour(2)], note: null })
  const before = await rowOf(id)
  await acceptProposal(late, them, id, usualHour(2))
  const after = await rowOf(id)
  expect(after).toMatchObject({ meetingDateTime: usualHour(2), freeUntil: new Date(start.getTime() - 24 * HOUR) })
  expect(before).toMatchObject({ meetingDateTime: start })
})

test('free cancellation that has ended does not restart with an accepted time, also before the contact is handed over', async () => {
  const { investor, founder, id, start } = await aCall(usualHour(8))
  const freeUntil = new Date(start.getTime() - 24 * HOUR)
  await db.update(meetingBookings).set({ contactGivenAt: null, freeUntil }).where(eq(meetingBookings.id, id))
  const late = callsAt(app, new Date(start.getTime() - 3 * HOUR))
  await proposeTimes(late, investor.user.principalId, id, { times: [hour(2)], note: null })
  await acceptProposal(late, founder.user.principalId, id, usualHour(2))
  expect(await rowOf(id)).toMatchObject({ meetingDateTime: usualHour(2), freeUntil })
})

test('a proposal ends when the call is moved, cancelled or begins', async () => {
  const moved = await aCall()
  await propose(moved.investor, moved.id, [hour(2)], NOTE)
  await act(moved.founder, moved.id, 'reschedule', { start: hour(4) })
  expect(await act(moved.founder, moved.id, 'accept-proposal', { start: hour(2) })).toMatchObject({
    code: 'bookings.proposal-ended',
  })
  expect(await rowOf(moved.id)).toMatchObject({ proposedBy: null, proposedTimes: null, proposalNote: null, proposedAt: null })

  const begun = await aCall(usualHour(6))
  await propose(begun.investor, begun.id, [hour(2)])
  const late = callsAt(app, begun.start)
  const accepted = acceptProposal(late, begun.founder.user.principalId, begun.id, usualHour(2))
  await expect(accepted).rejects.toMatchObject({ code: 'bookings.begun' })
  await act(begun.investor, begun.id, 'cancel', {})
  expect(await rowOf(begun.id)).toMatchObject({ status: 'cancelled', proposedBy: null })
  expect(await propose(begun.investor, begun.id, [hour(2)])).toMatchObject({ code: 'bookings.ended' })
})

test('only the two sides of a call take part, and an investor without an account is asked nothing', async () => {
  const { investor, founder, id } = await aCall()
  const { proposal } = await propose(investor, id, [hour(2)])
  for (const other of [await aFounder(app), await anInvestor(app), app.visitor()]) {
    expect((await propose(other, id, [hour(2)])).http).toBe(404)
    expect((await act(other, id, 'accept-proposal', { start: hour(2) })).http).toBe(404)
    for (const what of ['decline-proposal', 'withdraw-proposal'])
      expect((await act(other, id, what, { at: proposal?.at })).http).toBe(404)
  }
  expect((await propose(investor, id, [])).http).toBe(422)
  expect((await propose(investor, id, [1, 2, 3, 4].map(hour))).http).toBe(422)
  expect((await rowOf(id))?.proposedBy).toBe('investor')
  expect(await act(founder, id, 'withdraw-proposal', { at: proposal?.at })).toMatchObject({ http: 404 })

  const record = await listInvestor(db)
  const theirs = await enterCall(app, founder, record, usualHour(5))
  const [call] = ((await held(founder)).bookings ?? []).filter((one) => one.id === theirs)
  expect(call).toMatchObject({ canPropose: false })
  const now = callsAt(app, new Date())
  await expect(proposeTimes(now, founder.user.principalId, theirs, { times: [hour(2)], note: null })).rejects.toMatchObject({
    code: 'bookings.cannot-answer',
  })
})

test('the text of a proposal is removed with its author’s data, and not with the other side’s', async () => {
  const { investor, founder, id } = await aCall()
  await propose(investor, id, [hour(2)], NOTE)
  await db.transaction((tx) => eraseFromCalls(tx, { principalId: founder.user.principalId, listings: [] }))
  expect((await rowOf(id))?.proposalNote).toBe(NOTE)
  await db.transaction((tx) => eraseFromCalls(tx, { principalId: investor.user.principalId, listings: [investor.listing] }))
  expect((await rowOf(id))?.proposalNote).toBeNull()
})
