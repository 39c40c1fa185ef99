import { type CallHours, type Range, WEEKDAYS } from './call-hours.ts'
import { BOOKING_WINDOW_DAYS, CALL_MINUTES, CALL_MS, NOTICE_MS } from './slots.ts'
import { clocksOf, UTC } from './time-zone.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** Half-open, in milliseconds since the Unix epoch: a call, or any other time at which an investor is not free. */
export type Span = { start: number; end: number }

type Hours = Omit<CallHours, 'bufferMinutes' | 'callsADay'>
type Limits = Pick<CallHours, 'timeZone' | 'bufferMinutes' | 'callsADay'>
type Clocks = ReturnType<typeof clocksOf>

/**
 * Starts of the calls that own hours offer within the booking window, earliest first. A range is cut into calls from its beginning.
 * A local time that a clock change skips is left out, and of one that occurs twice the first is offered. Calls that are booked are
 * not considered: see `callLimits`.
 *
 * @param now  milliseconds since the Unix epoch
 */
export function offeredStarts(hours: Hours, now: number): number[] {
  const clocks = clocksOf(hours.timeZone)
  const today = clocks.dayOf(now)
  const days = Array.from({ length: BOOKING_WINDOW_DAYS }, (_, ahead) => {
    // A date only, so that adding days is not affected by clock changes.
    const date = new Date(Date.UTC(today.year, today.month - 1, today.day + ahead))
    return startsOfDay(hours, clocks, date)
  })
  return days.flat().filter((start) => isWithNotice(hours, start, now))
}

/** Whether own hours offer a call at an instant. The same as a search in `offeredStarts`, for one local day. */
export const offersAt = (hours: Hours, start: number, now: number): boolean => {
  const clocks = clocksOf(hours.timeZone)
  const [today, date] = [dateOf(clocks.dayOf(now)), dateOf(clocks.dayOf(start))]
  const isInWindow = date.getTime() - today.getTime() < BOOKING_WINDOW_DAYS * 24 * HOUR_MS
  return isInWindow && isWithNotice(hours, start, now) && startsOfDay(hours, clocks, date).includes(start)
}

/** Whether a time of the investor's own calendar may be offered: the calendar replaces the week, not the notice and days off. */
export function allowsTimes({ noticeHours, daysOff, timeZone }: Omit<Hours, (typeof WEEKDAYS)[number]>) {
  const { dayOf } = clocksOf(timeZone)
  return (start: number, now: number): boolean =>
    isWithNotice({ noticeHours }, start, now) && !isDayOff(daysOff, dateOf(dayOf(start)))
}

const dateOf = ({ year, month, day }: ReturnType<Clocks['dayOf']>) => new Date(Date.UTC(year, month - 1, day))

/** @param date  midnight in UTC of the day that is a local one of the hours */
function startsOfDay(hours: Hours, clocks: Clocks, date: Date): number[] {
  const weekday = WEEKDAYS[date.getUTCDay()]
  if (!weekday || isDayOff(hours.daysOff, date)) return []
  const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  const starts = hours[weekday].flatMap(minutesOf).map((minute) => clocks.instantOf({ ...day, hour: 0, minute }))
  return starts.filter((start) => start !== undefined).sort((a, b) => a - b)
}

/** Minutes of the day at which the calls of a range start. */
const minutesOf = ({ from, until }: Range): number[] =>
  Array.from({ length: Math.max(0, Math.floor((until - from) / CALL_MINUTES)) }, (_, nth) => from + nth * CALL_MINUTES)

const isDayOff = (daysOff: Hours['daysOff'], date: Date) => {
  const day = date.toISOString().slice(0, 10)
  return daysOff.some(({ from, until }) => from <= day && day <= until)
}

const isWithNotice = ({ noticeHours }: Pick<Hours, 'noticeHours'>, start: number, now: number) =>
  start >= now + Math.max(NOTICE_MS, noticeHours * HOUR_MS)

/** Without own hours only a call at the same time is in the way. */
export const NO_LIMITS: Limits = { timeZone: UTC, bufferMinutes: 0, callsADay: null }

/** The buffer and the daily limit of an investor, in the calendar of their time zone. */
export function callLimits({ timeZone, bufferMinutes, callsADay }: Limits) {
  const { dayOf } = clocksOf(timeZone)
  const dayKeys = new Map<number, string>()
  const dayKeyOf = (at: number) => {
    const key = dayKeys.get(at) ?? Object.values(dayOf(at)).join('-')
    dayKeys.set(at, key)
    return key
  }
  const bufferMs = bufferMinutes * MINUTE_MS
  const isNear = (start: number, other: Span) => start < other.end + bufferMs && start + CALL_MS + bufferMs > other.start
  const isSameDay = (start: number, call: Span) => dayKeyOf(call.start) === dayKeyOf(start)

  return {
    /**
     * Whether a call may begin at an instant.
     *
     * @param calls  calls that are held or booked. They count for the day, and need the buffer.
     * @param busy  other times that are taken, such as events of a calendar: they need the buffer and do not count
     */
    mayTake: (start: number, calls: readonly Span[], busy: readonly Span[] = []): boolean => {
      if ([...calls, ...busy].some((other) => isNear(start, other))) return false
      return callsADay === null || calls.filter((call) => isSameDay(start, call)).length < callsADay
    },
    /** Whether a call can be the reason that another one may not begin at an instant. */
    concerns: (start: number, call: Span): boolean => isNear(start, call) || (callsADay !== null && isSameDay(start, call)),
  }
}
