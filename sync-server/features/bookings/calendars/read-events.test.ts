import { expect, test } from 'vitest'
import { eventBetween, eventFile } from '#tests/support/samples/calendar-events.ts'
import { readEvents } from './read-events.ts'

const query = { from: Date.parse('2026-03-23T00:00Z'), until: Date.parse('2026-04-06T00:00Z'), timeZone: 'UTC', owner: 'alan' }
const start = Date.parse('2026-03-25T10:00Z')
const event = (uid: string) => eventBetween(uid, start, start + 1800_000)
const uidsOf = ({ events }: Awaited<ReturnType<typeof readEvents>>) => events.map(({ uid }) => uid)

/** A rule that the library evaluates without end. */
const endless = (uid: string) =>
  eventFile(uid, ['DTSTART:20200105T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'])
const often = eventFile('often', ['DTSTART:20260320T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'])
const dates = Array.from({ length: 60_000 }, (_, n) => new Date(start + n * 1000).toISOString().replace(/[-:]|\.\d{3}/g, ''))
const listed = eventFile('listed', ['DTSTART:20260320T000000Z', 'DURATION:PT1H', `RDATE:${dates.join(',')}`])
const nest = (edge: string) => Array<string>(50_000).fill(`${edge}:VTIMEZONE`)
const inBerlin = ['DTSTART;TZID=Europe/Berlin:20260325T100000', 'DURATION:PT1H']
const nested = eventFile('nested', inBerlin, [...nest('BEGIN'), ...nest('END')])
const broken = eventFile('broken', ['DTSTART:never', 'SUMMARY:Secret dentist'])

test.each([
  ['a rule without end', endless('a'), '2020-01-05'],
  ['an occurrence every second', often, '2026-03-20'],
  ['sixty thousand dates', listed, '2026-03-20'],
  ['zones within zones', nested, '2026-03-25'],
  ['a start that is no date', broken, null],
  ['a start on a day that does not exist', eventFile('day', ['DTSTART:20261399T250000Z', 'RRULE:FREQ=']), null],
])('an event with %s is left out and named by its day, and the others are read', async (_, hostile, day) => {
  const read = await readEvents([event('before'), hostile, event('after')], query, { objectMs: 300, calendarMs: 20_000 })
  expect(uidsOf(read)).toEqual(['before', 'after'])
  expect(read.unread).toEqual([{ day }])
  expect(JSON.stringify(read)).not.toContain('dentist')
})

test('a flood of them delays a calendar by a few reads, and single events are read first', async () => {
  const limits = { objectMs: 250, calendarMs: 1000 }
  const files = [...['b', 'c', 'd', 'e', 'f', 'g'].map(endless), event('own')]
  const reads: unknown[] = [await readEvents(files, query, limits).catch(({ fault }) => fault)]
  // It is kept from the first read.
  expect(uidsOf(await readEvents([event('own')], query, { objectMs: 0, calendarMs: 0 }))).toEqual(['own'])
  for (let read = 0; read < 20; read += 1) {
    reads.push(await readEvents(files, query, limits).catch(({ fault }) => fault))
    if (typeof reads.at(-1) !== 'string') break
  }
  expect(reads.length).toBeGreaterThan(1)
  expect(reads.slice(0, -1)).toEqual(reads.slice(0, -1).map(() => 'too-large'))
  expect(reads.at(-1)).toMatchObject({ events: [{ uid: 'own' }], unread: { length: 6 } })
})

test('a calendar full of meetings that have recurred for ten years is read in time', async () => {
  const lines = (n: number) => [`DTSTART;TZID=Europe/Berlin:20160${1 + n}04T090000`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY']
  const read = await readEvents(
    Array.from({ length: 8 }, (_, n) => eventFile(`daily${n}`, lines(n))),
    query,
  )
  expect(read.unread).toEqual([])
  expect(read.events).toHaveLength(8 * 14)
})

test('a read that is ended leaves the next calendar as it is', async () => {
  const [refused, read] = await Promise.allSettled([
    readEvents([endless('z')], query, { objectMs: 5000, calendarMs: 200 }),
    readEvents([event('h')], query),
  ])
  expect(refused).toMatchObject({ status: 'rejected', reason: { fault: 'too-large' } })
  expect(read).toMatchObject({ value: { events: [{ uid: 'h', start, end: start + 1800_000 }], unread: [] } })
})

test('replies that wait for a busy thread do not count as late', async () => {
  const reading = readEvents([event('i'), event('j')], query, { objectMs: 300, calendarMs: 5000 })
  await new Promise(setImmediate)
  for (const until = performance.now() + 700; performance.now() < until; );
  expect(uidsOf(await reading)).toEqual(['i', 'j'])
})

test.each([['<html>Hello'], ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a']])(
  'an answer that is no whole calendar object is a fault of the server, not a calendar without it',
  async (file) => {
    await expect(readEvents([event('k'), file], query)).rejects.toMatchObject({ fault: 'unreadable' })
  },
)
