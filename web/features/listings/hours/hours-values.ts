import {
  applyHours,
  type CallHours,
  changedHours,
  DAY_MINUTES,
  hoursRefusal,
  initialHours,
  type Range,
  WEEKDAYS,
  type Weekday,
} from '#shared/bookings/call-hours.ts'
import { isTimeZone, UTC } from '#shared/bookings/time-zone.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import type { SetHours } from '#shared/listings/hours.ts'
import { messageOf } from '#shared/problem.ts'
import type { DraftId } from '#web/db/private-database.ts'

/** The week as people read it. */
export const WEEK: readonly (readonly [Weekday, string])[] = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
]

/** Hours as form values. A range is `09:00-17:00`, days off are `2026-12-24/2026-12-27`; a part that is not filled in is empty. */
export type HoursValues = Record<Weekday, string[]> & {
  timeZone: string
  daysOff: string[]
  noticeHours: string
  bufferMinutes: string
  /** Empty for no limit. */
  callsADay: string
}

export const OFFICE_HOURS = '09:00-17:00'

export const hoursDraftId = (id: OwnListing['id']): DraftId => `hours:${id}`

/** The stored hours, or those to begin from. @param ownZone the time zone of this device */
export const shownHours = ({ callHours, timeZone }: Pick<OwnListing, 'callHours' | 'timeZone'>, ownZone: string): CallHours =>
  callHours ?? initialHours(timeZone || ownZone || UTC)

const clockOf = (minutes: number) => {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(minutes / 60) % 24)}:${part(minutes % 60)}`
}
const textOf = ({ from, until }: Range) => `${clockOf(from)}-${clockOf(until)}`
/** `9:00–17:00`, for people. */
export const rangeLabel = ({ from, until }: Range) => `${clockOf(from)}–${until === DAY_MINUTES ? '24:00' : clockOf(until)}`

export function valuesOf(hours: CallHours): HoursValues {
  const week = Object.fromEntries(WEEKDAYS.map((day) => [day, hours[day].map(textOf)])) as Record<Weekday, string[]>
  return {
    ...week,
    timeZone: hours.timeZone,
    daysOff: hours.daysOff.map(({ from, until }) => `${from}/${until}`),
    noticeHours: String(hours.noticeHours),
    bufferMinutes: String(hours.bufferMinutes),
    callsADay: hours.callsADay === null ? '' : String(hours.callsADay),
  }
}

export const partsOf = (text: string, separator: '-' | '/'): [from: string, until: string] => {
  const at = separator === '-' ? text.indexOf('-') : text.indexOf('/')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const minutesOf = (clock: string) => {
  const [hour, minute] = clock.split(':').map(Number)
  return clock && hour !== undefined && minute !== undefined ? hour * 60 + minute : undefined
}
/** A range that ends at 00:00 ends with the day. */
function rangeOf(text: string): Range | undefined {
  const [from, until] = partsOf(text, '-').map(minutesOf)
  return from === undefined || until === undefined ? undefined : { from, until: until || DAY_MINUTES }
}

export type HoursErrors = Partial<Record<keyof HoursValues, string>>
export type ReadHours = { hours: CallHours } | { errors: HoursErrors }

/** The hours of a form, or what is missing. What the server refuses is refused here in the same words. */
export function readHours(values: HoursValues): ReadHours {
  const errors: HoursErrors = {}
  const week = Object.fromEntries(
    WEEK.map(([day]) => {
      const ranges = values[day].map(rangeOf)
      if (ranges.includes(undefined)) errors[day] = 'Please fill in both times.'
      return [day, ranges.filter((range) => range !== undefined)]
    }),
  ) as Record<Weekday, Range[]>
  const daysOff = values.daysOff.map((off) => {
    const [from, until] = partsOf(off, '/')
    if (!from) errors.daysOff = 'Please choose the first day.'
    return { from, until: until || from }
  })
  if (!isTimeZone(values.timeZone)) errors.timeZone = 'Please choose a time zone.'
  if (Object.keys(errors).length > 0) return { errors }
  const hours: CallHours = {
    ...week,
    daysOff,
    timeZone: values.timeZone,
    noticeHours: Number(values.noticeHours),
    bufferMinutes: Number(values.bufferMinutes),
    callsADay: values.callsADay === '' ? null : Number(values.callsADay),
  }
  const refusal = hoursRefusal(hours)
  return refusal ? { errors: { [refusal.field]: messageOf(refusal.code) } } : { hours }
}

/** The change that a form makes, in the order in which the server stores it; `undefined` when nothing differs. */
export function changeTo(stored: CallHours | null, hours: CallHours, now: number): SetHours['change'] | undefined {
  const change = changedHours(stored, applyHours(stored, hours, now) ?? hours)
  return Object.keys(change).length > 0 ? change : undefined
}

/** `Monday to Friday 09:00–17:00`, consecutive days with the same times as one line. */
export function weekLines(hours: CallHours): string[] {
  const runs: { first: string; last: string; times: string }[] = []
  let isRunning = false
  for (const [day, name] of WEEK) {
    const times = hours[day].map(rangeLabel).join(', ')
    const run = runs.at(-1)
    if (isRunning && run && run.times === times) run.last = name
    else if (times) runs.push({ first: name, last: name, times })
    isRunning = times !== ''
  }
  return runs.map(({ first, last, times }) => `${first === last ? first : `${first} to ${last}`} ${times}`)
}
