import { clocksOf, isTimeZone, UTC } from '#shared/bookings/time-zone.ts'

/**
 * The instant at which a day begins in a time zone, in milliseconds since the Unix epoch. Where a clock change skips midnight, it
 * is an hour later on the clock. A zone that is not known counts as UTC.
 *
 * @param date  `2026-03-25`; NaN for anything else
 */
export function dayIn(timeZone: string, date: string): number {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return Number.NaN
  const { instantOf } = clocksOf(isTimeZone(timeZone) ? timeZone : UTC)
  return instantOf({ year, month, day, hour: 0 }) ?? instantOf({ year, month, day, hour: 1 }) ?? Date.UTC(year, month - 1, day)
}
