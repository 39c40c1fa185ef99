import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, vcSecrets, type vcs } from '#drizzle/schema/index.ts'
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

const TOKEN = 'eyCalendly.0123456789.abcdefghij'
const LINK = 'https://calendly.com/alan/intro'
const HOUR = 60 * 60 * 1000

/** At odd minutes, so that none is a usual hour: one in the notice, one tomorrow, one in the second week. */
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
  test('is offered at the hours it is free, in its zone, a week asked for at a time, and can be booked at them', async () => {
    const { listing } = await withCalendar()
    expect(await ask(listing)).toEqual({ slots: offered, timeZone: 'Europe/Berlin', generated: false })
    expect(calendar.asked.filter((path) => path === '/event_type_available_times')).toHaveLength(2)
    expect((await startBooking(app.visitor(), listing, offered[0])).status).toBe(200)
    const [usualHour] = generatedSlots(new Date(), 'UTC')
    expect((await startBooking(app.visitor(), listing, usualHour)).body.code).toBe('bookings.not-offered')
  })

  test('by the page of their profile the event of half an hour is meant', async () => {
    const { listing } = await withCalendar({ meetingLink: 'https://calendly.com/alan/' })
    expect(startsOf(await ask(listing))).toEqual(offered.map(({ start }) => start))
  })

  test.each<[Mood, number]>([
    ['refusing', 1],
    ['busy', 1],
    ['babbling', 1],
    ['leading away', 1],
  ])('that is %s is left in peace: the usual hours are offered, and said to be that', async (mood, calls) => {
    const { listing } = await withCalendar({ timeZone: 'America/New_York' })
    calendar.feel(mood)
    const answer = await ask(listing)
    expect(answer).toMatchObject({ generated: true, timeZone: 'America/New_York' })
    expect(startsOf(answer)).toEqual(usual('America/New_York'))
    expect(calendar.asked).toHaveLength(calls)
  })

  test('that is slow is not waited for for ever', async () => {
    calendar.feel('slow')
    const question = { link: LINK, token: TOKEN, from: new Date(Date.now() + NOTICE_MS), until: new Date(Date.now() + 48 * HOUR) }
    await expect(createCalendly(calendar.url, 150).freeTimes(question)).rejects.toThrow(/timed? ?out/i)
  })

  test('without a free hour is offered at the usual ones: they can decline', async () => {
    const { listing } = await withCalendar({ meetingLink: 'https://calendly.com/alan/old' })
    expect((await ask(listing)).generated).toBe(true)
  })
})

test('SECURITY 18: what the body links to is never asked, and a link elsewhere asks nobody', async () => {
  const plain = await approveInvestor(db, { meetingLink: 'https://meet.example.com/alan' })
  const answer = await ask(plain, { calendlyLink: `${calendar.url}/users/me` })
  expect([answer.generated, calendar.asked]).toEqual([true, []])
  const { listing } = await withCalendar({ meetingLink: `${calendar.url}/calendly.com` })
  expect((await ask(listing)).generated).toBe(true)
  expect(calendar.asked).toEqual([])
})

test('who takes no calls has no hours, and who is unknown is not found', async () => {
  const none = { slots: [], timeZone: 'UTC', generated: false }
  expect(await ask(await listInvestor(db, { meetingLink: null }))).toEqual(none)
  expect(await ask(await approveInvestor(db, { isVerified: false }))).toEqual(none)
  expect((await app.visitor().post('/api/calendly/availability', { vcId: 'vc_nobody' })).status).toBe(404)
  expect(startsOf(await ask(await listInvestor(db, { meetingLink: LINK })))).toEqual(usual())
})

describe('SECURITY 8: the token', () => {
  test('is sealed in the database, told to nobody, and gone when it is forgotten', async () => {
    const { listing, ...investor } = await withCalendar()
    const [secret] = await db.select().from(vcSecrets).where(eq(vcSecrets.vcId, listing))
    expect(Buffer.from(secret?.calendlyToken ?? []).toString('latin1')).not.toContain(TOKEN)
    await investor.post(`/api/vcs/${listing}`, { timeZone: 'Europe/Berlin' }, { method: 'PATCH' })
    const told = [
      await investor.get('/api/profile/vcs'),
      await investor.get('/api/auth/export'),
      await investor.get(`/api/vcs/${listing}/calendar`),
      await app.visitor().get('/api/vcs'),
      await held(investor),
      await ask(listing),
      await db.select().from(auditLog).where(eq(auditLog.targetId, listing)),
    ]
    expect(JSON.stringify(told)).not.toContain(TOKEN)
    expect(told[2]).toMatchObject({ body: { isKept: true } })
    const forgotten = await investor.post(`/api/vcs/${listing}/calendar`, { token: null }, { method: 'PUT' })
    expect(forgotten.body).toEqual({ isKept: false })
    expect((await ask(listing)).generated).toBe(true)
  })

  test('is given by the owner alone', async () => {
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

test('an hour’s zone is one there is', async () => {
  const investor = await startInvestor(app)
  const set = (timeZone: unknown) => investor.post(`/api/vcs/${investor.listing}`, { timeZone }, { method: 'PATCH' })
  expect(await set('Europe/Lisbon')).toMatchObject({ status: 200, body: { timeZone: 'Europe/Lisbon' } })
  expect((await set('Middle/Earth')).status).toBe(422)
  expect((await ask(investor.listing)).timeZone).toBe('Europe/Lisbon')
})

test('a call that its investor cannot be told about is not sold, and no screen offers it', async () => {
  const link = 'https://cal.example.com/alan'
  const silent = [
    await listInvestor(db, { email: null, meetingLink: link }),
    await listInvestor(db, { email: '', meetingLink: link }),
    await approveInvestor(db, { email: null, userId: null, meetingLink: link }),
  ]
  const { listing: withAccount } = await startInvestor(app, { email: null, meetingLink: link })
  const told = [await listInvestor(db, { meetingLink: link }), await approveInvestor(db, { meetingLink: link }), withAccount]
  const [slot] = generatedSlots(new Date(), 'UTC')
  for (const vcId of silent) {
    expect(await ask(vcId)).toEqual({ slots: [], timeZone: 'UTC', generated: false })
    expect((await startBooking(app.visitor(), vcId, slot)).body.code).toBe('bookings.no-calls')
  }
  for (const vcId of told) expect((await ask(vcId)).slots).not.toEqual([])

  const shown = [...(await listListed(db)), ...(await listPlatform(db))]
  const offersCall = (vcId: VcId) => shown.find(({ id }) => id === vcId)?.hasMeetingLink
  expect(silent.map(offersCall)).toEqual([false, false, false])
  expect(told.map(offersCall)).toEqual([true, true, true])
})
