import type { Connection } from '#server/operations/backup/catalogue.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** One-time codes change every 30 s, and a webhook is refused after five minutes. */
const MAX_OFF_MS = 30_000
const DOUBTFUL_MS = 3000

/** @param offMs  how far this machine's clock is ahead of the other one */
export function judgeClock(of: string, offMs: number): Finding {
  const seconds = `${Math.round(Math.abs(offMs) / 1000)} s ${offMs > 0 ? 'ahead of' : 'behind'} ${of}`
  const remedy = 'Synchronise the clocks with NTP.'
  if (Math.abs(offMs) > MAX_OFF_MS)
    return problem(`The clock of this machine is ${seconds}: one-time codes and webhooks are refused.`, remedy)
  if (Math.abs(offMs) > DOUBTFUL_MS) return warning(`The clock of this machine is ${seconds}.`, remedy)
  return ok(`The clock agrees with ${of}.`)
}

export async function checkDatabaseClock(sql: Connection, now: () => number = Date.now): Promise<Finding[]> {
  const asked = now()
  const [row] = await sql.unsafe<{ at: number }[]>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as at')
  const answered = now()
  return [judgeClock('the database', (asked + answered) / 2 - (row?.at ?? 0))]
}
