import ICAL from 'ical.js'
import { clocksOf, isTimeZone } from '#shared/bookings/time-zone.ts'

/** An event that makes its owner busy. Half-open, in milliseconds since the Unix epoch. */
export type BusyEvent = { uid: string; start: number; end: number }

export type EventsQuery = {
  from: number
  until: number
  /** The zone of all-day events, and of times without one. */
  timeZone: string
  /** The mail address of the owner, where the user name is one: an event that the owner has declined is not busy. */
  owner: string
}

/** Far more than the occurrences of a daily event since 1970. */
const MAX_STEPS = 30_000
/** Of one event within the span: as many as of an hourly one in five weeks. */
const MAX_OCCURRENCES = 1000

/**
 * The busy events of a calendar object within a span: each occurrence of a recurring event, without those that were moved out of
 * it or removed. Transparent and cancelled events are not busy, nor are invitations that the owner has declined or not answered:
 * any sender can put one into a calendar.
 *
 * @param file  one object of a calendar: an event, with the exceptions of its recurrence
 * @throws Error when it cannot be read, or recurs too often. A rule may take without limit: call it in a worker that can be ended.
 * @see RFC 5545 §3.8.2.7, §3.8.4.4, §3.8.5
 */
export function busyEventsOf(file: string, query: EventsQuery): BusyEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const events = calendar.getAllSubcomponents('vevent')
  return events.flatMap((event) => {
    const uid = String(event.getFirstPropertyValue('uid') ?? '')
    const exceptions = events.filter((other) => other !== event && uidOf(other) === uid && other.hasProperty('recurrence-id'))
    const spans = event.hasProperty('recurrence-id') ? onceSpan(event, query) : masterSpans(event, exceptions, query)
    return spans
      .filter(({ start, end }) => end > query.from && start < query.until && end > start)
      .map((span) => ({ uid, ...span }))
  })
}

const uidOf = (event: ICAL.Component) => String(event.getFirstPropertyValue('uid') ?? '')

type Span = { start: number; end: number }

const onceSpan = (event: ICAL.Component, query: EventsQuery): Span[] => {
  if (!isBusy(event, query)) return []
  const { startDate, endDate } = new ICAL.Event(event, { strictExceptions: true })
  return [spanOf(event, startDate, endDate, query)]
}

/** An exception of one occurrence is an event by itself, which may have been moved into the span from outside. */
function masterSpans(event: ICAL.Component, exceptions: ICAL.Component[], query: EventsQuery): Span[] {
  const series = new ICAL.Event(event, { strictExceptions: true, exceptions })
  if (!series.isRecurring()) return onceSpan(event, query)
  const spans: Span[] = []
  const replaced = new Set(Object.keys(series.exceptions))
  const earliest = earliestOf(series, exceptions, query)
  const iterator = series.iterator()
  for (let step = 0; ; step += 1) {
    const occurrence = iterator.next()
    if (!occurrence) return spans
    if (step > MAX_STEPS || spans.length > MAX_OCCURRENCES) throw new Error('An event recurs too often')
    const clock = clockOf(occurrence)
    // A later part of the series may begin earlier than by its rule, by at most a day.
    if (clock >= query.until + 2 * DAY_MS) return spans
    if (clock < earliest || replaced.has(occurrence.toString())) continue
    const { item, startDate, endDate } = series.getOccurrenceDetails(occurrence)
    if (isBusy(item.component, query)) spans.push(spanOf(item.component, startDate, endDate, query))
  }
}

/** Occurrences before this clock time are over when the span begins, in any zone. They are most of an old series. */
function earliestOf(series: ICAL.Event, exceptions: ICAL.Component[], { from }: EventsQuery): number {
  const changesLaterPart = exceptions.some((exception) => exception.getFirstProperty('recurrence-id')?.getFirstParameter('range'))
  return changesLaterPart ? Number.NEGATIVE_INFINITY : from - series.duration.toSeconds() * 1000 - 2 * DAY_MS
}

/** What a clock shows, as if it were in UTC: within a day of the instant. */
const clockOf = ({ year, month, day, hour, minute }: ICAL.Time) => Date.UTC(year, month - 1, day, hour, minute)

const DAY_MS = 24 * 60 * 60 * 1000

function isBusy(event: ICAL.Component, { owner }: EventsQuery): boolean {
  const textOf = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase()
  if (textOf('transp') === 'TRANSPARENT' || textOf('status') === 'CANCELLED') return false
  const isOwner = (address: unknown) =>
    owner.includes('@') &&
    String(address ?? '')
      .replace(/^mailto:/i, '')
      .toLowerCase() === owner.toLowerCase()
  const attendee = event.getAllProperties('attendee').find((one) => isOwner(one.getFirstValue()))
  if (!attendee) return true
  const answer = String(attendee.getFirstParameter('partstat') ?? 'NEEDS-ACTION').toUpperCase()
  if (answer === 'DECLINED') return false
  // Without another organizer, the owner has entered the event.
  const organizer = event.getFirstPropertyValue('organizer')
  return answer !== 'NEEDS-ACTION' || organizer === null || isOwner(organizer)
}

/** Without an end, an event of a day takes the day, and one with a time takes no time. */
const spanOf = (event: ICAL.Component, start: ICAL.Time, end: ICAL.Time, query: EventsQuery): Span => ({
  start: instantOf(event, start, query),
  end: instantOf(event, end, query),
})

/**
 * A time with a zone that the object describes is an instant. One with a zone that only has a name is read by the zones of this
 * machine. A day, and a time without a zone, are in the zone of the owner.
 */
function instantOf(event: ICAL.Component, time: ICAL.Time, { timeZone }: EventsQuery): number {
  const isFloating = time.isDate || time.zone === ICAL.Timezone.localTimezone
  if (!isFloating) return time.toUnixTime() * 1000
  const named = time.isDate ? undefined : event.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  const zone = named && isTimeZone(named) ? named : timeZone
  const { year, month, day, hour, minute } = time
  const { instantOf: at } = clocksIn(zone)
  // A local time that a clock change skips is an hour later on the clock.
  return (
    at({ year, month, day, hour, minute }) ?? at({ year, month, day, hour: hour + 1, minute }) ?? Date.UTC(year, month - 1, day)
  )
}

const zones = new Map<string, ReturnType<typeof clocksOf>>()
const clocksIn = (zone: string) => {
  const clocks = zones.get(zone) ?? clocksOf(zone)
  zones.set(zone, clocks)
  return clocks
}
