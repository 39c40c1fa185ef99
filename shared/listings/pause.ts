import * as v from 'valibot'
import { isPausedAt } from '#shared/directory/paused.ts'
import { VcId } from '#shared/ids.ts'

/** `Date` accepts 30 February, and makes it a day of March. */
const isDay = (text: string) => {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const Day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/), v.check(isDay))

/** `listing.pause`: until the given day, `2026-12-05`, a listing takes no new unlocks and calls. Null ends the pause. */
export const PauseListing = v.object({ vcId: VcId, until: v.nullable(Day) })
export type PauseListing = v.InferOutput<typeof PauseListing>

/** A year, also one with a leap day. */
export const MAX_PAUSE_DAYS = 366
const DAY_MS = 24 * 60 * 60 * 1000

/** Why a listing cannot be paused until a day. */
export function pauseRefusal(until: string, now: number): 'begun' | 'too-long' | undefined {
  if (!isPausedAt(until, now)) return 'begun'
  return isPausedAt(until, now + MAX_PAUSE_DAYS * DAY_MS) ? 'too-long' : undefined
}

/** The day in UTC that is the given number of days ahead, `2026-12-05`. */
export const dayAhead = (days: number, now: number): string => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
