import { formatLongDate } from '#web/ui/dates.ts'

/** The heading of a day of entries, in the reader's time zone. @param now  milliseconds since the Unix epoch */
export function dayLabel(writtenOn: string, now: number): string {
  const day = formatLongDate(writtenOn)
  if (day === formatLongDate(now)) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return day === formatLongDate(yesterday) ? 'Yesterday' : day
}

/**
 * The same time of another day, in the reader's time zone; `undefined` when the day is none.
 *
 * @param day  `2027-01-04`, as a date field has it
 */
export function onDay(writtenOn: string, day: string): string | undefined {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  const moved = new Date(writtenOn)
  moved.setFullYear(Number(year), Number(month) - 1, Number(date))
  const isStorable = Number(year) >= 1901 && Number(year) < 2199
  return isStorable && !Number.isNaN(moved.getTime()) ? moved.toISOString() : undefined
}
