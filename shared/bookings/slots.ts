import type { Slot } from './contract.ts'
import { clocksOf } from './time-zone.ts'

export const CALL_MINUTES = 30
export const CALL_MS = CALL_MINUTES * 60 * 1000

export const NOTICE_HOURS = 2
/** Minimum notice before a call: the investor has to be notified. */
export const NOTICE_MS = NOTICE_HOURS * 60 * 60 * 1000

/** How far ahead calls are offered. */
export const BOOKING_WINDOW_DAYS = 14

const FIRST_HOUR = 9
const LAST_HOUR = 16

/** Used when an investor has neither a calendar nor own hours: every full hour of the coming working days, in the investor's time zone. */
export function generatedSlots(now: Date, timeZone: string): Slot[] {
  const clocks = clocksOf(timeZone)
  const today = clocks.dayOf(now.getTime())
  const slots: Slot[] = []
  for (let ahead = 0; ahead < BOOKING_WINDOW_DAYS; ahead += 1) {
    // A date only, so that adding days is not affected by clock changes.
    const date = new Date(Date.UTC(today.year, today.month - 1, today.day + ahead))
    if (isWeekend(date)) continue
    for (let hour = FIRST_HOUR; hour <= LAST_HOUR; hour += 1) {
      const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
      const start = clocks.instantOf({ ...day, hour })
      if (start !== undefined && isInTime(start, now)) slots.push(slotAt(start))
    }
  }
  return slots
}

/** Whether a slot is far enough ahead to be booked. */
export const isInTime = (start: number, now: Date) => start >= now.getTime() + NOTICE_MS

export const slotAt = (start: number): Slot => ({
  start: new Date(start).toISOString(),
  end: new Date(start + CALL_MS).toISOString(),
  available: true,
})

const isWeekend = (date: Date) => date.getUTCDay() === 0 || date.getUTCDay() === 6
