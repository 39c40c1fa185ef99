const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/**
 * An instant relative to `now`: `14:30 today`, `09:00 tomorrow`, `09:00 on 24 Nov`.
 *
 * @param instant  ISO instant, formatted in the reader's time zone
 */
export function formatRelative(instant: string, now: Date): string {
  const at = new Date(instant)
  const daysAway = Math.round((startOfDay(at) - startOfDay(now)) / (24 * 60 * 60 * 1000))
  const name = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[String(daysAway)]
  return `${hour.format(at)} ${name ?? `on ${day.format(at)}`}`
}

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
