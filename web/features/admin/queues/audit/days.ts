/** Days of the reader's calendar, as a date field has them: `2026-11-28`. */

const ONE_DAY = 1

/** The instant at which a day begins; `undefined` for an incomplete date. */
export const startOfDay = (day: string): string | undefined => instantOf(day, 0)

/** The instant at which the next day begins. */
export const dayAfter = (day: string): string | undefined => instantOf(day, ONE_DAY)

/** @param more  days to add: a clock change makes days of 23 and 25 hours */
function instantOf(day: string, more: number): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.slice(1).map(Number)
  if (!parts) return undefined
  const [year = 0, month = 0, date = 0] = parts
  // While the year is typed, a field reports years such as 0002.
  return year < 1970 ? undefined : new Date(year, month - 1, date + more).toISOString()
}

/** The day of an instant. @param more  days to add */
export function dayOf(instant: string, more = 0): string {
  const at = new Date(instant)
  at.setDate(at.getDate() + more)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
