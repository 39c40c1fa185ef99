import { madeOnce } from './made-once.ts'

type Instant = string | number | Date

function formatter(options: Intl.DateTimeFormatOptions) {
  const format = madeOnce(() => new Intl.DateTimeFormat('en-GB', options))
  return (instant: Instant) => format().format(new Date(instant))
}

// Each shows an instant in the reader's time zone, unless its name says UTC.

/** `4 January 2027` */
export const formatLongDate = formatter({ day: 'numeric', month: 'long', year: 'numeric' })
/** `4 Jan 2027` */
export const formatDate = formatter({ day: 'numeric', month: 'short', year: 'numeric' })
/** `4 January` */
export const formatDay = formatter({ day: 'numeric', month: 'long' })
/** `4 Jan` */
export const formatShortDay = formatter({ day: 'numeric', month: 'short' })
/** `4 Jan`, by the calendar of UTC: what is promised until a day is promised in UTC. */
export const formatUtcDay = formatter({ day: 'numeric', month: 'short', timeZone: 'UTC' })
/** `Monday, 4 January` */
export const formatWeekday = formatter({ weekday: 'long', day: 'numeric', month: 'long' })
/** `Mon, 4 Jan` */
export const formatShortWeekday = formatter({ weekday: 'short', day: 'numeric', month: 'short' })
/** `Monday 4 January at 14:05` */
export const formatWeekdayTime = formatter({ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })
/** `14:05` */
export const formatClock = formatter({ hour: '2-digit', minute: '2-digit' })
/** `4 Jan, 14:05` */
export const formatDayTime = formatter({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
/** `4 Jan 2027, 14:05` */
export const formatDateTime = formatter({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })
