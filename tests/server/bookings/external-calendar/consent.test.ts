import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { calendarConsents } from '#drizzle/schema/index.ts'
import { investorWith } from '#tests/server/bookings/own-hours/setup.ts'
import { startTestApp } from '#tests/support/app.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { countConsents, listStoredCalendars } from '#tests/support/state/calendars.ts'
import { answerConsent, askConsent, codeOn, connectBy, investorWithProvider, returnTo, startProviders } from './providers.ts'
import { connectionOf, pathOf } from './setup.ts'

const providers = startProviders()
const { google, microsoft } = providers
afterAll(() => Promise.all([google.stop(), microsoft.stop()]))
const app = await startTestApp({ env: { LOG_LEVEL: 'silent', ...google.env, ...microsoft.env } })
const { db } = app.database

const SCOPES = {
  google: ['calendar.freebusy', 'calendar.calendarlist.readonly', 'calendar.events.owned'].map(
    (name) => `https://www.googleapis.com/auth/${name}`,
  ),
  microsoft: ['Calendars.ReadWrite', 'offline_access'],
}

beforeEach(() => {
  for (const provider of [google, microsoft]) {
    provider.feel('well')
    provider.clear()
    provider.asked.length = 0
  }
  google.allow(SCOPES.google)
  microsoft.allow(['https://graph.microsoft.com/Calendars.ReadWrite'])
})

describe.each(['google', 'microsoft'] as const)('%s', (name) => {
  const provider = providers[name]
  const { work, private: home, team } = provider.calendars
  const tokenCalls = () => provider.asked.filter((line) => line.endsWith('/token')).length

  test('asks for the least that is needed, and returns to a connection whose tokens are stored encrypted', async () => {
    const soon = Date.now() + 24 * 60 * 60 * 1000
    provider.enterEvent(home, { start: soon, end: soon + 1000_000 })
    const investor = await investorWith(app)
    const { status, body } = await askConsent(investor, name)
    const asked = new URL(body.url).searchParams
    expect([status, asked.get('scope')?.split(' '), asked.get('code_challenge_method')]).toEqual([200, SCOPES[name], 'S256'])
    const back = await returnTo(investor, await answerConsent(body.url))
    expect([back.status, back.headers.get('location')]).toEqual([303, '/profile?tab=investor#choose-calendars'])
    expect(await connectionOf(investor)).toMatchObject({
      ...{ provider: name, busyCalendars: 3, isWritten: true, failing: null, writeFault: null, conflicts: [] },
    })
    const choices = await investor.get<{ calendars: object[] }>(pathOf(investor.listing, '/calendars'))
    expect(choices.body).toMatchObject({
      calendars: [
        { url: work, isWritable: true },
        { url: home, name: 'Private', isWritable: true },
        { url: team, name: 'Team, to read', isWritable: false },
      ],
      busy: [work, home, team],
      events: work,
    })
    const stored = JSON.stringify(await listStoredCalendars(db, investor.listing))
    expect(stored).toContain(String(soon).slice(0, 9))
    const audit = await auditEntriesOf(db, investor.listing)
    expect(audit.map(({ action }) => action)).toContain('calendar connected')
    for (const text of [stored, JSON.stringify(audit), JSON.stringify(choices.body)]) {
      expect(text).not.toMatch(/of-the-investor|secret-of-the-client|dentist/)
    }
    expect(await countConsents(db, investor.listing)).toBe(0)
  })

  test('connects nothing without the consent, or with a part of it, and an earlier connection stays', async () => {
    const investor = await investorWithProvider(app, name)
    const before = await connectionOf(investor)
    for (const allowed of [undefined, ['openid']]) {
      provider.allow(allowed)
      const refused = await connectBy(investor, name)
      expect(codeOn(refused)).toBe('calendars.consent-refused')
    }
    expect(await connectionOf(investor)).toEqual(before)
    const back = await answerConsent((await askConsent(investor, name)).body.url)
    expect(await investor.get(back)).toMatchObject({ status: 403, body: { code: 'calendars.consent-refused' } })
  })

  test('a return counts once, for the session and the account that left, and for minutes', async () => {
    const investor = await investorWith(app)
    const other = await investorWith(app)
    const again = app.visitor()
    const { email } = investor.user
    expect((await again.post('/api/auth/login', { email, password: investor.password })).status).toBe(200)
    const isUnknown = (response: Response, code = 'calendars.consent-unknown') => {
      expect(codeOn(response)).toBe(code)
      expect(response.headers.get('set-cookie') ?? '').not.toContain('__Host-latchkey')
    }
    const back = await answerConsent((await askConsent(investor, name)).body.url)
    isUnknown(await returnTo(other, back))
    isUnknown(await returnTo(again, back))
    isUnknown(await returnTo(app.visitor(), back), 'session-lost')
    isUnknown(await returnTo(investor, back.replace(/state=[^&]+/, 'state=abcdef')))
    isUnknown(await returnTo(investor, back.replace(/state=[^&]+/, '')))
    expect(tokenCalls()).toBe(0)
    for (const one of [investor, other]) {
      expect((await one.get<{ connection: null }>(pathOf(one.listing))).body.connection).toBe(null)
    }
    expect(codeOn(await returnTo(investor, back))).toBeUndefined()
    const calls = tokenCalls()
    isUnknown(await returnTo(investor, back))

    const late = await answerConsent((await askConsent(investor, name)).body.url)
    await db.update(calendarConsents).set({ expiresAt: new Date(Date.now() - 1) })
    isUnknown(await returnTo(investor, late))
    const [first, second] = [await askConsent(investor, name), await askConsent(investor, name)]
    isUnknown(await returnTo(investor, await answerConsent(first.body.url)))
    expect(tokenCalls()).toBe(calls)
    expect(codeOn(await returnTo(investor, await answerConsent(second.body.url)))).toBeUndefined()
  })

  test('a code of another consent is refused by the verifier', async () => {
    const [investor, other] = [await investorWith(app), await investorWith(app)]
    const foreign = new URLSearchParams((await answerConsent((await askConsent(other, name)).body.url)).split('?')[1])
    const own = await answerConsent((await askConsent(investor, name)).body.url)
    const response = await returnTo(investor, own.replace(/code=[^&]+/, `code=${foreign.get('code')}`))
    expect(codeOn(response)).toBe('calendars.access-ended')
    expect(await listStoredCalendars(db, investor.listing)).toEqual([])
  })

  test('a provider that does not answer at the return connects nothing', async () => {
    const investor = await investorWith(app)
    const back = await answerConsent((await askConsent(investor, name)).body.url)
    provider.feel('failing')
    const response = await returnTo(investor, back)
    expect(codeOn(response)).toBe('calendars.unreachable')
    expect(await listStoredCalendars(db, investor.listing)).toEqual([])
  })

  test('no other account asks for a consent of the listing', async () => {
    const [investor, other] = [await investorWith(app), await investorWith(app)]
    expect((await askConsent({ ...other, listing: investor.listing }, name)).status).toBe(404)
    expect((await askConsent({ ...app.visitor(), listing: investor.listing }, name)).status).toBe(401)
    expect(await countConsents(db, investor.listing)).toBe(0)
  })

  test('another provider, or a server, takes the place of the connection', async () => {
    const investor = await investorWithProvider(app, name)
    const next = name === 'google' ? 'microsoft' : 'google'
    expect((await connectBy(investor, next)).status).toBe(303)
    expect(await connectionOf(investor)).toMatchObject({ provider: next })
    expect(await listStoredCalendars(db, investor.listing)).toHaveLength(1)
  })
})

const disconnect = (investor: Awaited<ReturnType<typeof investorWith>>) =>
  investor.post<{ connection: null }>(pathOf(investor.listing), undefined, { method: 'DELETE' })

test('disconnecting ends the access at Google, and takes a consent that is under way with it', async () => {
  const investor = await investorWithProvider(app, 'google')
  const back = await answerConsent((await askConsent(investor, 'google')).body.url)
  const open = () => [...google.grants.values()].filter(({ isValid }) => isValid).length
  const before = open()
  expect((await disconnect(investor)).body.connection).toBe(null)
  expect([before - open(), await listStoredCalendars(db, investor.listing)]).toEqual([1, []])
  expect(codeOn(await returnTo(investor, back))).toBe('calendars.consent-unknown')
})

test.each(['failing', 'unreadable', 'withdrawn'] as const)('a Google that is %s is no reason to stay connected', async (mood) => {
  const investor = await investorWithProvider(app, 'google')
  google.feel(mood)
  expect((await disconnect(investor)).status).toBe(200)
  expect(await listStoredCalendars(db, investor.listing)).toEqual([])
})

test('a provider without a client id and a secret is not offered, and its connections keep what is known', async () => {
  const investor = await investorWithProvider(app, 'google')
  const { GOOGLE_CLIENT_ID: _, GOOGLE_CLIENT_SECRET: __, ...env } = { ...google.env, ...microsoft.env }
  const without = await startTestApp({ env: { LOG_LEVEL: 'silent', ...env }, database: app.database })
  const offersOf = async (node: typeof app) => {
    const listed = await investorWith(node)
    return (await listed.get<{ offers: string[] }>(pathOf(listed.listing))).body.offers
  }
  expect(await offersOf(app)).toEqual(['google', 'microsoft'])
  expect(await offersOf(without)).toEqual(['microsoft'])
  const listed = await investorWith(without)
  expect(await askConsent(listed, 'google')).toMatchObject({ status: 409, body: { code: 'calendars.not-offered' } })
  const there = without.visitor()
  await there.post('/api/auth/login', { email: investor.user.email, password: investor.password })
  const tested = await there.post<{ connection: object }>(pathOf(investor.listing, '/test'))
  expect(tested.body.connection).toMatchObject({ provider: 'google', busyCalendars: 3, failing: { fault: 'unreachable' } })
})
