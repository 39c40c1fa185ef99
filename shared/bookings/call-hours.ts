import * as v from 'valibot'
import type { ProblemCode } from '#shared/problem.ts'
import { CALL_MINUTES, NOTICE_HOURS } from './slots.ts'
import { TimeZone } from './time-zone.ts'

/** From Sunday, as `Date.getUTCDay` counts. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const DAY_MINUTES = 24 * 60
export const MAX_RANGES = 4
export const MAX_DAYS_OFF = 60
/** A week of the two that are offered remains. */
export const MAX_NOTICE_HOURS = 7 * 24
export const MAX_BUFFER_MINUTES = 240
export const MAX_CALLS_A_DAY = 20

const integer = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))

/** Half-open, in minutes of the local day: 540 to 1020 is 9:00 to 17:00. */
const Range = v.object({ from: integer(0, DAY_MINUTES), until: integer(0, DAY_MINUTES) })
export type Range = v.InferOutput<typeof Range>

/** `Date` accepts 30 February, and makes it a day of March. */
const isDay = (text: string) => {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
const Day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/), v.check(isDay))

/** Local days, `2026-12-24`; both are included. */
const DaysOff = v.object({ from: Day, until: Day })
export type DaysOff = v.InferOutput<typeof DaysOff>

const ranges = v.pipe(v.array(Range), v.maxLength(MAX_RANGES))

const settings = {
  ...{ sun: ranges, mon: ranges, tue: ranges, wed: ranges, thu: ranges, fri: ranges, sat: ranges },
  daysOff: v.pipe(v.array(DaysOff), v.maxLength(MAX_DAYS_OFF)),
  /** A call is booked at least this long before it begins. */
  noticeHours: integer(NOTICE_HOURS, MAX_NOTICE_HOURS),
  /** Free time between two calls. */
  bufferMinutes: integer(0, MAX_BUFFER_MINUTES),
  /** The most calls of one local day; null is no limit. */
  callsADay: v.nullable(integer(1, MAX_CALLS_A_DAY)),
}

/**
 * When an investor takes calls. The week and the days off are in the time zone. A device may not know a time zone that the server
 * knows, so the zone is a plain string here.
 */
export const CallHours = v.object({ ...settings, timeZone: v.string() })
export type CallHours = v.InferOutput<typeof CallHours>

/** The changed fields only, so that two devices may change different ones. */
export const ChangeHours = v.partial(v.object({ ...settings, timeZone: TimeZone }))
export type ChangeHours = v.InferOutput<typeof ChangeHours>

const OFFICE: Range[] = [{ from: 9 * 60, until: 17 * 60 }]

/** The hours from which an investor without own hours begins. */
export const initialHours = (timeZone: string): CallHours => ({
  timeZone,
  ...{ sun: [], mon: OFFICE, tue: OFFICE, wed: OFFICE, thu: OFFICE, fri: OFFICE, sat: [] },
  daysOff: [],
  noticeHours: NOTICE_HOURS,
  bufferMinutes: 0,
  callsADay: null,
})

export const hasHours = (hours: CallHours): boolean => WEEKDAYS.some((day) => hours[day].length > 0)

const isTooShort = ({ from, until }: Range) => until - from < CALL_MINUTES
const byStart = <Span extends { from: number | string }>(a: Span, b: Span) => (a.from < b.from ? -1 : 1)
const doOverlap = (day: Range[]) => day.toSorted(byStart).some((range, nth, all) => range.from < (all[nth - 1]?.until ?? 0))

type HoursField = keyof CallHours
export type HoursRefusal = { field: HoursField; code: ProblemCode }

/** Why hours cannot be saved, with the field to correct; `undefined` when they can. */
export function hoursRefusal(hours: CallHours): HoursRefusal | undefined {
  const short = WEEKDAYS.find((day) => hours[day].some(isTooShort))
  if (short) return { field: short, code: 'owners.hours-too-short' }
  const double = WEEKDAYS.find((day) => doOverlap(hours[day]))
  if (double) return { field: double, code: 'owners.hours-overlap' }
  if (hours.daysOff.some(({ from, until }) => until < from)) return { field: 'daysOff', code: 'owners.days-off-order' }
  return hasHours(hours) ? undefined : { field: 'mon', code: 'owners.hours-none' }
}

/** Anywhere on earth the day after these days off has begun. */
const isLongOver = ({ until }: DaysOff, now: number) => Date.parse(until) + 2 * 24 * 60 * 60 * 1000 < now

/**
 * Hours after a change, in order and without days off that are over. Of two devices that change the same field the later arrival
 * counts.
 *
 * @param stored  null where the investor has no own hours
 * @param change  null removes them
 * @param now  milliseconds since the Unix epoch
 */
export function applyHours(stored: CallHours | null, change: ChangeHours | null, now: number): CallHours | null {
  if (change === null) return null
  const { daysOff, ...hours } = { ...(stored ?? initialHours(change.timeZone ?? 'UTC')), ...change }
  const week = Object.fromEntries(WEEKDAYS.map((day) => [day, hours[day].toSorted(byStart)])) as Pick<CallHours, Weekday>
  return { ...hours, ...week, daysOff: daysOff.filter((off) => !isLongOver(off, now)).toSorted(byStart) }
}

/**
 * The fields that differ. A week is meant in its time zone, so another zone includes every day.
 *
 * @param before  null where the investor has no own hours: then every field is included
 */
export function changedHours(before: CallHours | null, after: CallHours): ChangeHours {
  if (before === null) return after
  const isOtherZone = before.timeZone !== after.timeZone
  const isChanged = (field: HoursField) => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const isWeek = (field: HoursField) => (WEEKDAYS as readonly string[]).includes(field)
  const fields = (Object.keys(after) as HoursField[]).filter((field) => isChanged(field) || (isOtherZone && isWeek(field)))
  return Object.fromEntries(fields.map((field) => [field, after[field]]))
}
