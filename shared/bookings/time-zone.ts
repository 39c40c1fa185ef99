import * as v from 'valibot'

/** Used when no time zone is known. */
export const UTC = 'UTC'

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** An IANA name such as `Europe/Berlin`. */
export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Invalid time zone.'))

type WallClock = { year: number; month: number; day: number; hour: number; minute?: number }

/**
 * Local time in a time zone.
 *
 * `instantOf` is undefined for a local time that a clock change skips. For one that occurs twice it returns the first.
 */
export function clocksOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const read = (at: number) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day ?? 1, part.hour ?? 0, part.minute ?? 0, part.second ?? 0)
  }
  const offsetAt = (at: number) => read(at) - Math.floor(at / 1000) * 1000

  return {
    /** The local calendar day. */
    dayOf: (at: number): Pick<WallClock, 'year' | 'month' | 'day'> => {
      const wall = new Date(read(at))
      return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() }
    },
    /** Milliseconds since the epoch. */
    instantOf: ({ year, month, day, hour, minute = 0 }: WallClock): number | undefined => {
      const wallMs = Date.UTC(year, month - 1, day, hour, minute)
      // The offset at the time itself is either that of a day before or that of a day after.
      const day_ = 24 * 60 * 60 * 1000
      const tried = [offsetAt(wallMs - day_), offsetAt(wallMs + day_)].map((offset) => wallMs - offset)
      return tried.sort((a, b) => a - b).find((at) => read(at) === wallMs)
    },
  }
}
