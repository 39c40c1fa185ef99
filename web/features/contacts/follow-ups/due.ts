import { formatShortWeekday } from '#web/ui/dates.ts'

const MORNING_HOUR = 9

/** The morning of a day in the user's time zone, as the ISO instant that every device and the server use for it. */
export function startOfMorning(day: string): string | null {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return null
  return new Date(year, month - 1, date, MORNING_HOUR).toISOString()
}

/** The day of an instant in the user's time zone, as a date field has it: `2026-11-21`. */
export function dayOf(instant: string | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

export function addDays(days: number, now: number): string {
  const at = new Date(now)
  return dayOf(new Date(at.getFullYear(), at.getMonth(), at.getDate() + days, MORNING_HOUR).toISOString())
}

/** When a follow-up is due, as a label. */
export function dueLabel(dueAt: string, now: number): string {
  const day = dayOf(dueAt)
  if (day < addDays(0, now)) return `Overdue since ${formatShortWeekday(dueAt)}`
  if (day === addDays(0, now)) return 'Due today'
  if (day === addDays(1, now)) return 'Due tomorrow'
  return `Due ${formatShortWeekday(dueAt)}`
}
