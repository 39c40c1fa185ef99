import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { vcCredentials, type vcs } from '#drizzle/schema/index.ts'
import { createCalendly } from '#server/features/bookings/availability/calendly.ts'
import { listListed, listPlatform } from '#server/features/directory/queries.ts'
import type { Availability } from '#shared/bookings/contract.ts'
import { CALL_MS, generatedSlots, NOTICE_MS, slotAt } from '#shared/bookings/slots.ts'
import type { VcId } from '#shared/ids.ts'
import { startBooking } from '#tests/support/actors/bookings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type Mood, startCalendly } from '#tests/support/stand-ins/calendly.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'

const TOKEN = 'eyCalendly.0123456789.abcdefghij'
const LINK = 'https://calendly.com/alan/intro'
const HOUR = 60 * 60 * 1000

/** At odd minutes, so that none is a default slot: one within the notice period, one tomorrow, one in the second week. */
const base = Math.ceil(Date.now() / HOUR) * HOUR + 7 * 60_000
const free = [base + HOUR / 4, base + 24 * HOUR, base + 24 * HOUR + CALL_MS, base + 10 * 24 * HOUR].map((at) => new Date(at))
const offered = free.filter((at) => at.getTime() > Date.now() + NOTICE_MS).map((at) => slotAt(at.getTime()))

const calendar = startCalendly(TOKEN, () => free)
afterAll(() => calendar.stop())
const app = await startTestApp({ env: { CALENDLY_API_URL: calendar.url } })
const { db } = app.database

const ask = async (vcId: VcId, more: object = {}) =>
  (
    await app
      .visitor()
      .post<Availability>('/api/calendly/availability', { vcId, vcType: 'platform', calendlyLink: LINK, ...more })
  ).body

async function withCalendar(listing: Partial<typeof vcs.$inferInsert> = {}, token = TOKEN) {
  const investor = await startInvestor(app, { meetingLink: LINK, ...listing })
  const kept = await investor.post(`/api/vcs/${investor.listing}/calendar`, { token }, { method: 'PUT' })
  expect(kept).toMatchObject({ status: 200, body: { isKept: true } })
  return investor
}

const usual = (timeZone = 'UTC') => generatedSlots(new Date(), timeZone).map(({ start }) => start)
const startsOf = ({ slots }: Availability) => slots.map(({ start }) => start)

beforeEach(() => {
  calendar.feel('well')
  calendar.asked.length = 0
})

describe('an investor with a calendar', () => {
  test('offers the free hours of the calendar, in its time zone, requested a week at a time, and these can be booked', async () => {
    const { listing } = await withCalendar()
    expect(await ask(listing)).toEqual({ slots: offered, timeZone: 'Europe/Berlin', generated: false })
    expect(calendar.asked.filter((path) => path === '/event_type_available_times')).toHaveLength(2)
    expect((await startBooking(app.visitor(), listing, offered[0])).status).toBe(200)
    const [usualHour] = generatedSlots(new Date(), 'UTC')
    expect((await startBooking(app.visitor(), listing, usualHour)).body.code).toBe('bookings.not-offered')
  })

  test('a link to a profile page means the event of half an hour', async () => {
    const { listing } = await withCalendar({ meetingLink: 'https://calendly.com/alan/' })
    expect(startsOf(await ask(listing))).toEqual(offered.map(({ start }) => start))
  })

  test.each<[Mood, number]>([
    ['refusing', 1],
    ['busy', 1],
    ['babbling', 1],
    ['leading away', 1],
  ])('that is %s gets no further requests: the default slots are offered and marked as generated', async (mood, calls) => {
    const { listing } = await withCalendar({ timeZone: 'America/New_York' })
    calendar.feel(mood)
    const answer = await ask(listing)
    expect(answer).toMatchObject({ generated: true, timeZone: 'America/New_York' })
    expect(startsOf(answer)).toEqual(usual('America/New_York'))
    expect(calendar.asked).toHaveLength(calls)
  })

  test('that is slow is aborted after a timeout', async () => {
    calendar.feel('slow')
    const question = { link: LINK, token: TOKEN, from: new Date(Date.now() + NOTICE_MS), until: new Date(Date.now() + 48 * HOUR) }
    await expect(createCalendly(calendar.url, 150).freeTimes(question)).rejects.toThrow(/timed? ?out/i)
  })

  test('without a free hour is offered at the default slots: the investor can decline', async () => {
    const { listing } = await withCalendar({ meetingLink: 'https://calendly.com/alan/old' })
    expect((await ask(listing)).generated).toBe(true)
  })
})

test('SECURITY 18: a link in the request body is never requested, nor is a link to another host', async () => {
  const plain = await approveInvestor(db, { meetingLink: 'https://meet.example.com/alan' })
  const answer = await ask(plain, { calendlyLink: `${calendar.url}/users/me` })
  expect([answer.generated, calendar.asked]).toEqual([true, []])
  const { listing } = await withCalendar({ meetingLink: `${calendar.url}/calendly.com` })
  expect((await ask(listing)).generated).toBe(true)
  expect(calendar.asked).toEqual([])
})

test('an investor who takes no calls has no slots, and an unknown one is not found', async () => {
  const none = { slots: [], timeZone: 'UTC', generated: false }
  expect(await ask(await listInvestor(db, { meetingLink: null }))).toEqual(none)
  expect(await ask(await approveInvestor(db, { isVerified: false }))).toEqual(none)
  expect((await app.visitor().post('/api/calendly/availability', { vcId: 'vc_nobody' })).status).toBe(404)
  expect(startsOf(await ask(await listInvestor(db, { meetingLink: LINK })))).toEqual(usual())
})

describe('SECURITY 8: the token', () => {
  test('is encrypted in the database, not in any reply, and deleted on request', async () => {
    const { listing, ...investor } = await withCalendar()
    const [secret] = await db.select().from(vcCredentials).where(eq(vcCredentials.vcId, listing))
    expect(Buffer.from(secret?.calendlyToken ?? []).toString('latin1')).not.toContain(TOKEN)
    await investor.post(`/api/vcs/${listing}`, { timeZone: 'Europe/Berlin' }, { method: 'PATCH' })
    const replies = [
      await investor.get('/api/profile/vcs'),
      await investor.get('/api/auth/export'),
      await investor.get(`/api/vcs/${listing}/calendar`),
      await app.visitor().get('/api/vcs'),
      await held(investor),
      await ask(listing),
      await auditEntriesOf(db, listing),
    ]
    expect(JSON.stringify(replies)).not.toContain(TOKEN)
    expect(replies[2]).toMatchObject({ body: { isKept: true } })
    const forgotten = await investor.post(`/api/vcs/${listing}/calendar`, { token: null }, { method: 'PUT' })
    expect(forgotten.body).toEqual({ isKept: false })
    expect((await ask(listing)).generated).toBe(true)
  })

  test('is set by the owner only', async () => {
    const { listing } = await withCalendar()
    const other = await startInvestor(app)
    for (const token of [TOKEN, null]) {
      expect((await other.post(`/api/vcs/${listing}/calendar`, { token }, { method: 'PUT' })).status).toBe(404)
    }
    expect((await other.get(`/api/vcs/${listing}/calendar`)).status).toBe(404)
    expect((await app.visitor().get(`/api/vcs/${listing}/calendar`)).status).toBe(401)
    for (const token of ['short', 'a b'.repeat(20), 'x'.repeat(3000), 5]) {
      expect((await other.post(`/api/vcs/${other.listing}/calendar`, { token }, { method: 'PUT' })).status).toBe(422)
    }
    expect((await ask(listing)).generated).toBe(false)
  })
})

test('a time zone must exist', async () => {
  const investor = await startInvestor(app)
  const set = (timeZone: unknown) => investor.post(`/api/vcs/${investor.listing}`, { timeZone }, { method: 'PATCH' })
  expect(await set('Europe/Lisbon')).toMatchObject({ status: 200, body: { timeZone: 'Europe/Lisbon' } })
  expect((await set('Middle/Earth')).status).toBe(422)
  expect((await ask(investor.listing)).timeZone).toBe('Europe/Lisbon')
})

test('a call whose investor cannot be notified is not sold, and no screen offers it', async () => {
  const link = 'https://cal.example.com/alan'
  const unreachable = [
    await listInvestor(db, { email: null, meetingLink: link }),
    await listInvestor(db, { email: '', meetingLink: link }),
    await approveInvestor(db, { email: null, userId: null, meetingLink: link }),
  ]
  const { listing: withAccount } = await startInvestor(app, { email: null, meetingLink: link })
  const notifiable = [
    await listInvestor(db, { meetingLink: link }),
    await approveInvestor(db, { meetingLink: link }),
    withAccount,
  ]
  const [slot] = generatedSlots(new Date(), 'UTC')
  for (const vcId of unreachable) {
    expect(await ask(vcId)).toEqual({ slots: [], timeZone: 'UTC', generated: false })
    expect((await startBooking(app.visitor(), vcId, slot)).body.code).toBe('bookings.no-calls')
  }
  for (const vcId of notifiable) expect((await ask(vcId)).slots).not.toEqual([])

  const shown = [...(await listListed(db)), ...(await listPlatform(db))]
  const offersCall = (vcId: VcId) => shown.find(({ id }) => id === vcId)?.hasMeetingLink
  expect(unreachable.map(offersCall)).toEqual([false, false, false])
  expect(notifiable.map(offersCall)).toEqual([true, true, true])
})
