import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { externalCalendars } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import { available, founder, offers } from '#tests/server/bookings/own-hours/setup.ts'
import { confirmBooking, startBooking } from '#tests/support/actors/bookings.ts'
import { slotOn } from '#tests/support/actors/hours.ts'
import { CARDS, payWithCard } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { enterCall } from '#tests/support/calls.ts'
import type { ProviderMood } from '#tests/support/stand-ins/oauth-provider.ts'
import { listCalls } from '#tests/support/state/calls.ts'
import { until } from '#tests/support/until.ts'
import { connectBy, investorWithProvider, type Kind, startProviders } from './providers.ts'
import { choose, connectionOf, readNow } from './setup.ts'

const providers = startProviders()
const { google, microsoft } = providers
afterAll(() => Promise.all([google.stop(), microsoft.stop()]))
const env = { LOG_LEVEL: 'silent', ...google.env, ...microsoft.env }
const app = await startTestApp({ env })
const { db } = app.database

const HOUR_MS = 60 * 60 * 1000

beforeEach(() => {
  for (const provider of [google, microsoft]) {
    provider.feel('well')
    provider.clear()
    provider.asked.length = 0
    provider.beforeToken(async () => undefined)
  }
})

/** As if the last read were some time ago, and not so long that the background reads it. */
const age = (vcId: VcId) =>
  db
    .update(externalCalendars)
    .set({ readAt: new Date(Date.now() - HOUR_MS / 2) })
    .where(eq(externalCalendars.vcId, vcId))

describe.each(['google', 'microsoft'] as const)('%s', (name) => {
  const provider = providers[name]
  const { work, private: home, team } = provider.calendars
  const connected = (hours: object = {}) => investorWithProvider(app, name, hours)
  const tokenCalls = () => provider.asked.filter((line) => line.endsWith('/token')).length

  test('an event in any of the calendars, on any page of the answer, takes its time, and no title leaves the server', async () => {
    const clocks = ['09:00', '10:00', '11:00', '12:00', '13:00']
    for (const clock of clocks) provider.enterEvent(work, slotOn(3, clock), `own ${clock}`)
    provider.enterEvent(home, slotOn(3, '15:00'), 'private')
    provider.enterEvent(team, slotOn(3, '16:00'), 'shared')
    const { listing } = await connected()
    const seen = await available(app.visitor(), listing)
    const at = (clock: string) => offers(seen, slotOn(3, clock))
    expect([...clocks, '15:00', '16:00'].map(at)).toEqual(Array(7).fill(false))
    expect(['09:30', '14:00', '15:30', '16:30'].map(at)).toEqual(Array(4).fill(true))
    expect(JSON.stringify(seen)).not.toContain('dentist')
  })

  test.each<Kind>(['free', 'declined', 'unanswered', 'cancelled'])('an event that is %s takes no time', async (kind) => {
    provider.enterEvent(work, slotOn(3, '10:00'), 'dentist', kind)
    const { listing } = await connected()
    expect(offers(await available(app.visitor(), listing), slotOn(3, '10:00'))).toBe(true)
  })

  test('an event of a day takes the day, and no hour of the next', async () => {
    const day = slotOn(3, '12:00').start
    provider.enterEvent(work, { start: day, end: Date.parse(day) + 24 * HOUR_MS }, 'holiday', 'day')
    const { listing } = await connected()
    const seen = await available(app.visitor(), listing)
    expect(['10:00', '15:00'].map((clock) => offers(seen, slotOn(3, clock)))).toEqual([false, false])
    expect(offers(seen, slotOn(4, '10:00'))).toBe(true)
  })

  test('a calendar that was not chosen is not read', async () => {
    provider.enterEvent(work, slotOn(3, '10:00'))
    const investor = await connected()
    await choose(investor, { busy: [team], events: null })
    provider.asked.length = 0
    await readNow(investor)
    expect(offers(await available(app.visitor(), investor.listing), slotOn(3, '10:00'))).toBe(true)
    expect(provider.asked.join()).not.toContain(work)
  })

  test('a hold, a payment and a move are refused over an event that was entered just before', async () => {
    const { listing } = await connected()
    const [held, paid, moved] = [slotOn(3, '10:00'), slotOn(3, '12:00'), slotOn(3, '15:00')]
    provider.enterEvent(team, held, 'first')
    expect((await startBooking(await founder(app), listing, held)).body.code).toBe('bookings.slot-taken')
    const buyer = await founder(app)
    const { clientSecret } = (await startBooking(buyer, listing, paid)).body
    provider.enterEvent(home, paid, 'second')
    await payWithCard(app, clientSecret, CARDS.good)
    expect((await confirmBooking(buyer, clientSecret, listing, paid)).body.code).toBe('bookings.slot-taken')
    const mover = await founder(app)
    const id = await enterCall(app, mover, listing, new Date(slotOn(5, '10:00').start))
    provider.enterEvent(work, moved, 'third')
    expect((await mover.post<{ code: string }>(`/api/bookings/${id}/reschedule`, { start: moved.start })).body.code).toBe(
      'bookings.slot-taken',
    )
    expect(await listCalls(db, { vcId: listing, status: 'confirmed' })).toHaveLength(1)
  })

  test.each<[ProviderMood, string]>([
    ['failing', 'unreachable'],
    ['busy', 'unreachable'],
    ['unreadable', 'unreadable'],
    ['withdrawn', 'refused'],
  ])('when it is %s, the times that are known hold, and the owner sees why', async (mood, fault) => {
    provider.enterEvent(work, slotOn(3, '10:00'))
    const investor = await connected()
    provider.feel(mood)
    provider.clear()
    await age(investor.listing)
    const seen = await available(app.visitor(), investor.listing)
    expect([offers(seen, slotOn(3, '10:00')), offers(seen, slotOn(3, '12:00'))]).toEqual([false, true])
    expect(await connectionOf(investor)).toMatchObject({ failing: { fault } })
    provider.feel('well')
    // It is not asked again by each visitor.
    expect(offers(await available(app.visitor(), investor.listing), slotOn(3, '10:00'))).toBe(false)
    expect(await readNow(investor)).toMatchObject({ failing: null })
    expect(offers(await available(app.visitor(), investor.listing), slotOn(3, '10:00'))).toBe(true)
  })

  test('a calendar that is gone is a fault, and not one without events', async () => {
    for (const calendar of [work, team]) {
      provider.enterEvent(calendar, slotOn(3, '10:00'))
      const investor = await connected()
      provider.lose(calendar)
      expect(await readNow(investor)).toMatchObject({ failing: { fault: 'not-found' } })
      expect(offers(await available(app.visitor(), investor.listing), slotOn(3, '10:00'))).toBe(false)
      provider.clear()
    }
  })

  test('a consent that was withdrawn is repaired by another one, and by nothing else', async () => {
    const investor = await connected()
    for (const grant of provider.grants.values()) grant.isValid = false
    expect(await readNow(investor)).toMatchObject({ failing: { fault: 'refused' } })
    const choices = await choose(investor, { busy: [work], events: null })
    expect(choices.body).toMatchObject({ code: 'calendars.access-ended', message: expect.stringContaining('connect') })
    expect(await readNow(investor)).toMatchObject({ failing: { fault: 'refused' } })
    await connectBy(investor, name)
    expect(await readNow(investor)).toMatchObject({ failing: null })
  })

  test('requests that need a token at the same time ask for one together, and later ones use it', async () => {
    const investor = await connected()
    provider.endTokens()
    const gate = Promise.withResolvers<void>()
    provider.beforeToken(() => gate.promise)
    provider.asked.length = 0
    const reads = [readNow(investor), readNow(investor), readNow(investor)]
    await until(async () => tokenCalls() > 0)
    gate.resolve()
    for (const read of reads) expect(await read).toMatchObject({ failing: null })
    await readNow(investor)
    expect(tokenCalls()).toBe(1)
  })

  test('a node without a token gets one, and a refresh token that was replaced is the one that it uses', async () => {
    const investor = await connected()
    provider.endTokens()
    await readNow(investor)
    // Earlier ones end, as they do some time after they were replaced.
    if (name === 'microsoft') for (const earlier of [...provider.grants.keys()].slice(0, -1)) provider.grants.delete(earlier)
    const other = await app.anotherNode()
    await age(investor.listing)
    provider.enterEvent(team, slotOn(3, '10:00'))
    provider.asked.length = 0
    expect(offers(await available(other.visitor(), investor.listing), slotOn(3, '10:00'))).toBe(false)
    expect(tokenCalls()).toBe(1)
    expect(await connectionOf(investor)).toMatchObject({ failing: null })
  })
})

test('an address of the API at another host gets no token', async () => {
  const thief = Bun.serve({ port: 0, fetch: () => Response.json({ value: [] }) })
  const asked: string[] = []
  const lying = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      if (!pathname.endsWith('/calendarView')) {
        const { headers, method } = request
        const body = method === 'GET' ? undefined : await request.text()
        return fetch(`${microsoft.url}${pathname}${search}`, { method, headers, ...(body && { body }) })
      }
      asked.push(pathname)
      return Response.json({ value: [], '@odata.nextLink': `http://127.0.0.1:${thief.port}/v1.0/me/calendarView` })
    },
  })
  const node = await startTestApp({ env: { ...env, MICROSOFT_GRAPH_URL: `http://127.0.0.1:${lying.port}/v1.0` } })
  await expect(investorWithProvider(node, 'microsoft')).rejects.toThrow('calendars.unreadable')
  expect(asked.length).toBeGreaterThan(0)
  await Promise.all([thief.stop(true), lying.stop(true)])
})
