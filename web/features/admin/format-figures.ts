import { formatCount } from '#shared/format/count.ts'

const HOURS_OF_A_DAY = 24
const DAYS_SHOWN_AS_HOURS = 4

/** Age of an entry: `5 h`, `26 h`, `6 days`. */
export function formatAge(hours: number): string {
  if (hours < 1) return 'under 1 h'
  if (hours < DAYS_SHOWN_AS_HOURS * HOURS_OF_A_DAY) return `${hours} h`
  return `${Math.floor(hours / HOURS_OF_A_DAY)} days`
}

/** `1 record`, `2 records`. */
export const count = (number: number, one: string, many = `${one}s`) => `${formatCount(number)} ${number === 1 ? one : many}`
