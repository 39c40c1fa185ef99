import { expect, test } from 'vitest'
import { meetingBookings } from '#drizzle/schema/index.ts'
import { cancelCall } from '#server/features/bookings/calls/cancel-call.ts'
import { sendConfirmation } from '#server/features/bookings/calls/confirmation-mails.ts'
import { remindOfCalls } from '#server/features/bookings/calls/reminders.ts'
import { moveCall } from '#server/features/bookings/calls/reschedule-call.ts'
import { generatedSlots } from '#shared/bookings/slots.ts'
import { startTestApp } from '#tests/support/app.ts'
import { aFounder, anInvestor, callsAt, enterCall } from '#tests/support/calls.ts'
import { listMails, mailKindsTo } from '#tests/support/state/mails.ts'

const app = await startTestApp()
const { db } = app.database
const node = app.database.connectAgain()

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// Long ago, so that only the test’s own clock is near.
const START = new Date('2020-03-10T15:00:00Z')
const BOOKED = new Date('2020-03-04T12:00:00Z')

async function aCall(start = START) {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  return { investor, founder, id: await enterCall(app, founder, investor.listing, start, { createdAt: BOOKED }) }
}

/** A run of the schedule, on two nodes concurrently. */
const round = (now: Date) => Promise.all([remindOfCalls(callsAt(app, now))(), remindOfCalls(callsAt(app, now, node.db))()])
const before = (ms: number, start = START) => new Date(start.getTime() - ms)

const templates = async (to: string) => {
  return (await mailKindsTo(db, to)).filter((template) => template.startsWith('call-'))
}

test('both participants are reminded a day and a quarter of an hour before, each once, from any node', async () => {
  const { investor, founder } = await aCall()
  const sentTemplates = async () => [await templates(founder.user.email), await templates(investor.user.email)]
  await round(before(DAY + 1))
  expect(await sentTemplates()).toEqual([[], []])
  await round(before(DAY))
  await round(before(2 * HOUR))
  expect(await sentTemplates()).toEqual([['call-tomorrow'], ['call-tomorrow']])
  await round(before(15 * MINUTE))
  await round(before(MINUTE))
  await round(before(-MINUTE))
  expect(await sentTemplates()).toEqual([
    ['call-tomorrow', 'call-soon'],
    ['call-tomorrow', 'call-soon'],
  ])
})

test('after downtime over the day before, only the remaining reminder is sent', async () => {
  const { founder } = await aCall()
  await round(before(5 * MINUTE))
  expect(await templates(founder.user.email)).toEqual(['call-soon'])
})

test('a cancelled call gets no reminder, nor does one that has begun', async () => {
  const { founder, id } = await aCall()
  await cancelCall(callsAt(app, before(2 * DAY)), founder.user.principalId, id, null)
  const other = await aCall()
  await round(before(DAY))
  await db.update(meetingBookings).set({ reminder15At: null })
  await round(START)
  expect(await templates(founder.user.email)).toEqual(['call-cancelled'])
  expect(await templates(other.founder.user.email)).toEqual(['call-tomorrow'])
})

test('a moved call is reminded of again, at its new time', async () => {
  const { founder, id } = await aCall()
  await round(before(DAY))
  const now = before(DAY + HOUR)
  const to = generatedSlots(now, 'America/New_York').at(-1)
  if (!to) throw new Error('No hour is left')
  await moveCall(callsAt(app, now), founder.user.principalId, id, new Date(to.start))
  await round(before(15 * MINUTE))
  expect(await templates(founder.user.email)).toEqual(['call-tomorrow', 'call-moved'])
  await round(before(DAY, new Date(to.start)))
  await round(before(15 * MINUTE, new Date(to.start)))
  expect(await templates(founder.user.email)).toEqual(['call-tomorrow', 'call-moved', 'call-tomorrow', 'call-soon'])
})

test('a booking is announced to both participants once, with an invitation; a reminder with the same content is not sent a minute later', async () => {
  const { investor, founder, id } = await aCall()
  const now = before(3 * HOUR)
  const run = [callsAt(app, now), callsAt(app, now, node.db)].map((deps) => sendConfirmation(deps)({ bookingId: id }))
  await Promise.all(run)
  await round(now)
  for (const { email } of [founder.user, investor.user]) {
    expect(await templates(email)).toEqual(['call-booked'])
    const [mail] = await listMails(db, { recipient: email, template: 'call-booked' })
    expect(mail?.calendar).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:0[\s\S]*STATUS:CONFIRMED/)
  }
  // The text of the investor's mail is not kept, because it has a link that replies.
  const [mail] = await listMails(db, { recipient: founder.user.email, template: 'call-booked' })
  expect(mail?.text).toContain('https://cal.example.com/alan')
  await round(before(15 * MINUTE))
  expect(await templates(founder.user.email)).toEqual(['call-booked', 'call-soon'])
})
