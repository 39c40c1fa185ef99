import { isTimeZone, UTC } from './time-zone.ts'

type Span = { start: string; end: string }

const day: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }
const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

const known = (zone: string) => (isTimeZone(zone) ? zone : UTC)
const show = (options: Intl.DateTimeFormatOptions, zone: string, at: string) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: known(zone) }).format(new Date(at))

/** `Monday, 4 January 2027`, in the calendar of a time zone. */
export function dayIn(zone: string, at: string): string {
  // Engines disagree about the comma after the weekday.
  const [weekday, ...date] = show(day, zone, at).replace(',', '').split(' ')
  return `${weekday}, ${date.join(' ')}`
}

/** `10:00 to 10:30`, in the local time of a time zone. */
export const clockIn = (zone: string, { start, end }: Span) => `${show(clock, zone, start)} to ${show(clock, zone, end)}`

/** `Europe/Berlin (GMT+1)`: the time zone, and its offset at that instant. */
export function zoneAt(zone: string, at: string): string {
  const name = known(zone)
  if (name === UTC) return UTC
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: name, timeZoneName: 'shortOffset' }).formatToParts(new Date(at))
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value
  return `${name.replaceAll('_', ' ')}${offset ? ` (${offset})` : ''}`
}

/** Whether two time zones have the same local time at an instant, so that one of them is enough. */
export const isSameClock = (one: string, other: string, at: string) =>
  show({ ...day, ...clock }, one, at) === show({ ...day, ...clock }, other, at)

/** One self-contained line: day, time and time zone. */
export const spanIn = (zone: string, span: Span) =>
  `${dayIn(zone, span.start)}, ${clockIn(zone, span)}, ${zoneAt(zone, span.start)}`

/** `Monday, 4 January 2027, 10:00, Europe/Berlin (GMT+1)` */
export const momentIn = (zone: string, at: string) => `${dayIn(zone, at)}, ${show(clock, zone, at)}, ${zoneAt(zone, at)}`
