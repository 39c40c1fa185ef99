import { afterAll, expect, test } from 'vitest'
import type { Slot } from '#shared/bookings/contract.ts'
import { founder } from '#tests/server/bookings/own-hours/setup.ts'
import { confirmBooking, startBooking } from '#tests/support/actors/bookings.ts'
import { slotOn } from '#tests/support/actors/hours.ts'
import { CARDS, payWithCard } from '#tests/support/actors/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { enterCall } from '#tests/support/calls.ts'
import { rotatingSeed } from '#tests/support/runner/rotating-seed.ts'
import { eventBetween } from '#tests/support/samples/calendar-events.ts'
import { seededRandom } from '#tests/support/samples/make-investors.ts'
import { PRIVATE, startCaldav, WORK } from '#tests/support/stand-ins/caldav.ts'
import { listCalls } from '#tests/support/state/calls.ts'
import { investorWithProvider, startProviders } from './providers.ts'
import { investorWithCalendar, readNow } from './setup.ts'

/** `bun run races` runs 500. */
const ROUNDS = Number(process.env.CALENDAR_RACES ?? 6)
const SEED = rotatingSeed(process.env.CALENDAR_RACES_SEED)
/** An investor's calendar does not grow without limit. */
const ROUNDS_EACH = 20
const MAX_PAUSE_MS = 60
/** As many as a round has, each of one calendar. */
const MAX_READS = 12

const caldav = startCaldav()
const { google, microsoft } = startProviders()
afterAll(() => Promise.all([caldav, google, microsoft].map((server) => server.stop())))
const app = await startTestApp({ env: { LOG_LEVEL: 'silent', ...google.env, ...microsoft.env } })
const other = await app.anotherNode()
const { db } = app.database

type Investor = Awaited<ReturnType<typeof investorWithCalendar>>

/** What the races need of a calendar: two calendars of its owner, and a pause after an answer was made. */
type Racing = {
  connect: () => Promise<Investor>
  enter: (nth: 0 | 1, uid: string, slot: Slot) => void
  whileRead: (run: () => Promise<unknown>) => void
  clear: () => void
}
const ofProvider = (provider: typeof google | typeof microsoft): Racing => ({
  connect: () => investorWithProvider(app, provider.name),
  enter: (nth, uid, slot) => provider.enterEvent(nth === 0 ? provider.calendars.work : provider.calendars.private, slot, uid),
  whileRead: provider.whileRead,
  clear: provider.clear,
})
const RACING: Record<string, Racing> = {
  caldav: {
    connect: () => investorWithCalendar(app, caldav),
    enter: (nth, uid, { start, end }) => caldav.enter(`${nth === 0 ? WORK : PRIVATE}${uid}.ics`, eventBetween(uid, start, end)),
    whileRead: caldav.whileRead,
    clear: () => caldav.objects.clear(),
  },
  google: ofProvider(google),
  microsoft: ofProvider(microsoft),
}
const NAMES = Object.keys(RACING)

type Booked = { isConfirmed: boolean; paidFrom: number }

/** Holds the slot, pays and confirms. `paidFrom`: the read of the calendar that decides begins after it. */
async function book(node: TestApp, vcId: Investor['listing'], slot: Slot, pause: () => Promise<void>): Promise<Booked> {
  const buyer = await founder(node)
  await pause()
  const { status, body } = await startBooking(buyer, vcId, slot)
  if (status !== 200) return { isConfirmed: false, paidFrom: Number.POSITIVE_INFINITY }
  await pause()
  const paidFrom = performance.now()
  await payWithCard(node, body.clientSecret, CARDS.good)
  return { isConfirmed: (await confirmBooking(buyer, body.clientSecret, vcId, slot)).status === 200, paidFrom }
}

/** Moves a call of another day to the slot. */
async function move(
  node: TestApp,
  vcId: Investor['listing'],
  slot: Slot,
  from: Slot,
  pause: () => Promise<void>,
): Promise<Booked> {
  const buyer = await founder(node)
  const id = await enterCall(app, buyer, vcId, new Date(from.start))
  await pause()
  const paidFrom = performance.now()
  const { status } = await buyer.post(`/api/bookings/${id}/reschedule`, { start: slot.start })
  return { isConfirmed: status === 200, paidFrom }
}

/**
 * Two founders on two nodes, and in some rounds one who moves a call, want the slot. Another program enters an event at its time in
 * one of two calendars: after one of the reads has been answered and before the answer arrives, or after the race.
 */
async function race(calendar: Racing, investor: Investor, nth: number, random: () => number) {
  const { listing } = investor
  const clock = `${String(Math.floor(nth / NAMES.length) % ROUNDS_EACH).padStart(2, '0')}:00`
  const [slot, before] = [slotOn(4, clock), slotOn(8, clock)]
  // Drawn before the race, so that a seed gives the same choices in any order of events.
  const pauses = Array.from({ length: 3 }, () => random() * MAX_PAUSE_MS)
  const pause = (at: number) => () => Bun.sleep(pauses[at] ?? 0)
  const [entersAtRead, of] = [1 + Math.floor(random() * MAX_READS), random() < 0.5 ? 0 : 1] as const
  const [isEntered, isMoved] = [random() < 0.8, random() < 0.4]
  const uid = `outside-${nth}`
  let [reads, enteredAt] = [0, Number.POSITIVE_INFINITY]
  const enter = () => {
    if (!isEntered || enteredAt !== Number.POSITIVE_INFINITY) return
    calendar.enter(of, uid, slot)
    enteredAt = performance.now()
  }
  calendar.whileRead(async () => {
    reads += 1
    if (reads === entersAtRead) enter()
    await Bun.sleep(random() * 5)
  })
  const booked = await Promise.all([
    book(app, listing, slot, pause(0)),
    book(other, listing, slot, pause(1)),
    ...(isMoved ? [move(nth % 2 ? app : other, listing, slot, before, pause(2))] : []),
  ])
  calendar.whileRead(async () => undefined)
  enter()

  const about = `round ${nth} of seed ${SEED}`
  const inSlot = (await listCalls(db, { vcId: listing, status: 'confirmed' })).filter(
    ({ meetingDateTime }) => meetingDateTime.toISOString() === slot.start,
  )
  expect(inSlot.length, `${about}: calls in the slot`).toBeLessThanOrEqual(1)
  const winners = booked.filter(({ isConfirmed }) => isConfirmed)
  expect(winners.length, `${about}: confirmed to founders`).toBe(inSlot.length)
  for (const { paidFrom } of winners) {
    expect(enteredAt, `${about}: a call was confirmed over an event that was there before`).toBeGreaterThan(paidFrom)
  }
  // The event came later: it is a conflict that the investor sees.
  const conflicts = (await readNow(investor))?.conflicts ?? []
  const expected = isEntered ? inSlot.map(({ id }) => id) : []
  expect(
    conflicts.filter(({ start }) => start === slot.start).map(({ bookingId }) => bookingId),
    `${about}: conflicts that are shown`,
  ).toEqual(expected)
  return { isTaken: inSlot.length > 0, isEntered, isConflict: expected.length > 0 }
}

test(`in ${ROUNDS} races of two calendars of a server or a provider and the product for one slot, it never has two calls, nor a call over an event that was there before`, {
  timeout: 60_000 + ROUNDS * 10_000,
}, async () => {
  const random = seededRandom(SEED)
  const seen = { taken: 0, refused: 0, conflicts: 0 }
  const investors = new Map<string, Investor>()
  for (let nth = 0; nth < ROUNDS; nth += 1) {
    const name = NAMES[nth % NAMES.length] ?? ''
    const calendar = RACING[name]
    if (!calendar) throw new Error('There is no calendar')
    if (Math.floor(nth / NAMES.length) % ROUNDS_EACH === 0) {
      calendar.clear()
      investors.set(name, await calendar.connect())
    }
    const investor = investors.get(name)
    if (!investor) throw new Error('There is no investor')
    const { isTaken, isEntered, isConflict } = await race(calendar, investor, nth, random)
    if (isTaken) seen.taken += 1
    if (isEntered && !isTaken) seen.refused += 1
    if (isConflict) seen.conflicts += 1
  }
  if (process.env.CALENDAR_RACES) process.stdout.write(`${ROUNDS} races from seed ${SEED}: ${JSON.stringify(seen)}\n`)
  expect(seen.taken + seen.refused).toBeGreaterThan(0)
})
