import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { investorWith } from '#tests/server/bookings/own-hours/setup.ts'
import { startTestApp } from '#tests/support/app.ts'
import { eventBetween } from '#tests/support/samples/calendar-events.ts'
import { type DavMood, PRIVATE, SHARED, startCaldav, WORK } from '#tests/support/stand-ins/caldav.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listStoredCalendars } from '#tests/support/state/calendars.ts'
import { choose, connect, connectionOf, type Investor, investorWithCalendar, pathOf, readNow } from './setup.ts'

const calendar = startCaldav()
afterAll(() => calendar.stop())
const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
const { db } = app.database

const DAY_MS = 24 * 60 * 60 * 1000
beforeEach(() => {
  calendar.feel('well')
  calendar.objects.clear()
  calendar.asked.length = 0
})

test('a calendar is found from the address of its server, and its account is stored encrypted', async () => {
  const soon = Date.now() + DAY_MS
  calendar.enter(`${PRIVATE}a.ics`, eventBetween('a', soon, soon + 1000_000))
  const investor = await investorWith(app)
  const answer = await connect(investor, calendar.account)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      connection: { host: '127.0.0.1', busyCalendars: 3, isWritten: true, failing: null, writeFault: null, conflicts: [] },
    },
  })
  expect(await connectionOf(investor)).toEqual(answer.body.connection)
  const { body } = await investor.get(pathOf(investor.listing, '/calendars'))
  const named = [
    { url: calendar.at(WORK), name: 'Work & more', isWritable: true },
    { url: calendar.at(PRIVATE), name: 'Private', isWritable: true },
    { url: calendar.at(SHARED), name: 'Team, to read', isWritable: false },
  ]
  const urls = named.map(({ url }) => url)
  expect(body).toEqual({ calendars: named, busy: urls, events: calendar.at(WORK) })

  const stored = JSON.stringify(await listStoredCalendars(db))
  expect(stored).toContain(String(new Date(soon).getTime()).slice(0, 9))
  for (const secret of ['app-password', 'alan', 'dentist', 'Private']) expect(stored).not.toContain(secret)
  const audit = await auditEntriesOf(db, investor.listing)
  expect(audit.map(({ action }) => action)).toContain('calendar connected')
  expect(JSON.stringify([answer.body, audit])).not.toMatch(/app-password|dentist/)
})

test.each<[DavMood, string, number]>([
  ['refusing', 'calendars.refused', 422],
  ['failing', 'calendars.unreachable', 422],
  ['unreadable', 'calendars.not-found', 422],
  ['cut off', 'calendars.unreadable', 422],
  ['redirecting', 'calendars.forbidden', 422],
  ['oversized', 'calendars.too-large', 422],
])('a server that is %s is not connected, and an earlier connection stays', async (mood, code, status) => {
  const investor = await investorWithCalendar(app, calendar)
  const before = await connectionOf(investor)
  calendar.feel(mood)
  expect(await connect(investor, calendar.account)).toMatchObject({ status, body: { code } })
  expect(await connectionOf(investor)).toEqual(before)
})

test.each([
  ['http://10.0.0.1/', 'calendars.forbidden'],
  ['https://169.254.169.254/latest', 'calendars.forbidden'],
  ['https://localhost:1/', 'calendars.unreachable'],
  ['ftp://example.com', 'invalid'],
])('the address %s is refused', async (server, code) => {
  const investor = await investorWith(app)
  const { body } = await connect(investor, { ...calendar.account, server })
  expect(body.code).toMatch(code)
  expect(await investor.get(pathOf(investor.listing))).toMatchObject({ body: { connection: null } })
})

test('no other account reads, changes or uses the connection', async () => {
  const investor = await investorWithCalendar(app, calendar)
  const other = await investorWith(app)
  const { listing } = investor
  const before = await connectionOf(investor)
  calendar.asked.length = 0
  expect(await other.get(pathOf(listing))).toMatchObject({ status: 404 })
  expect(await other.get(pathOf(listing, '/calendars'))).toMatchObject({ status: 404 })
  expect(await other.post(pathOf(listing, '/test'))).toMatchObject({ status: 404 })
  expect(await connect({ ...other, listing }, calendar.account)).toMatchObject({ status: 404 })
  expect(await other.send(pathOf(listing), { method: 'DELETE' })).toMatchObject({ status: 404 })
  expect(await app.visitor().get(pathOf(listing))).toMatchObject({ status: 401 })
  expect(await connectionOf(investor)).toEqual(before)
  expect(calendar.asked).toEqual([])
})

test('the owner chooses the calendars that count, and the one that calls are written to', async () => {
  const investor = await investorWithCalendar(app, calendar)
  const chosen = await choose(investor, { busy: [calendar.at(PRIVATE)], events: null })
  expect(chosen.body.connection).toMatchObject({ busyCalendars: 1, isWritten: false })
  expect((await investor.get(pathOf(investor.listing, '/calendars'))).body).toMatchObject({
    busy: [calendar.at(PRIVATE)],
    events: null,
  })
  for (const url of ['https://169.254.169.254/', calendar.at('/dav/calendars/eve/')]) {
    expect((await choose(investor, { busy: [url], events: null })).body.code).toBe('calendars.unknown')
    expect((await choose(investor, { busy: [], events: url })).body.code).toBe('calendars.unknown')
  }
  calendar.asked.length = 0
  await readNow(investor)
  expect(calendar.asked).toEqual([`REPORT ${PRIVATE}`])
})

test.each([
  ['ended', (investor: Investor) => investor.send(pathOf(investor.listing), { method: 'DELETE' }), 'calendars.not-connected'],
  ['replaced', (investor: Investor) => connect(investor, calendar.account), 'calendars.unknown'],
])('a choice during which the connection is %s changes nothing', async (_, change, code) => {
  const soon = Date.now() + DAY_MS
  calendar.enter(`${PRIVATE}a.ics`, eventBetween('a', soon, soon + 1000_000))
  const investor = await investorWithCalendar(app, calendar)
  let changes = 0
  calendar.whileRead(async () => {
    if (changes++ === 0) expect((await change(investor)).status).toBe(200)
  })
  onTestFinished(() => calendar.whileRead(async () => undefined))
  const chosen = await choose(investor, { busy: [calendar.at(PRIVATE)], events: null })
  expect(chosen).toMatchObject({ status: 409, body: { code } })
  const after = (await investor.get<{ connection: object | null }>(pathOf(investor.listing))).body.connection
  if (code === 'calendars.not-connected') expect(after).toBeNull()
  else expect(after).toMatchObject({ busyCalendars: 3 })
})

test('a test shows why a calendar cannot be read, since when, and that it works again', async () => {
  const investor = await investorWithCalendar(app, calendar)
  const before = await connectionOf(investor)
  calendar.feel('refusing')
  const first = await readNow(investor)
  expect(first).toMatchObject({ failing: { fault: 'refused' }, readAt: before.readAt })
  calendar.feel('cut off')
  expect(await readNow(investor)).toMatchObject({ failing: { fault: 'unreadable', since: first?.failing?.since } })
  calendar.feel('well')
  const after = await readNow(investor)
  expect(after?.failing).toBe(null)
  expect(Date.parse(after?.readAt ?? '')).toBeGreaterThan(Date.parse(before.readAt))
})

test('disconnecting deletes the credentials and the times at once, and asks no server', async () => {
  const investor = await investorWithCalendar(app, calendar)
  calendar.asked.length = 0
  const gone = await investor.post(pathOf(investor.listing), undefined, { method: 'DELETE' })
  expect(gone).toMatchObject({ status: 200, body: { connection: null } })
  expect(await listStoredCalendars(db, investor.listing)).toEqual([])
  expect(calendar.asked).toEqual([])
  expect((await investor.post<{ code: string }>(pathOf(investor.listing, '/test'))).body.code).toBe('calendars.not-connected')
})

test('the export names the server and the busy times without the account, and an erasure deletes all of it', async () => {
  const soon = Date.now() + DAY_MS
  calendar.enter(`${WORK}a.ics`, eventBetween('a', soon, soon + 1000_000))
  const investor = await investorWithCalendar(app, calendar)
  const { body } = await investor.get<{ externalCalendars: object[] }>('/api/auth/export')
  expect(body.externalCalendars).toEqual([
    {
      ...{ listing: investor.listing, server: '127.0.0.1', busy: [[expect.any(Number), expect.any(Number)]] },
      ...{ readAt: expect.any(String), connectedAt: expect.any(String) },
    },
  ])
  expect(JSON.stringify(body)).not.toMatch(/app-password|dentist/)
  expect((await investor.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  expect(await listStoredCalendars(db, investor.listing)).toEqual([])
})
