import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { EarningsEntry } from '#shared/earnings/contract.ts'
import { RESERVE_DAYS } from '#shared/earnings/maturity.ts'
import { listEntries } from './entries.ts'

/**
 * Earnings of an investor. The device computes the current state of each line; only a reserved sale changes on the server by
 * waiting.
 */
export const earningsSource: PrivateSource<EarningsEntry> = listEntries

const DAY_MS = 24 * 60 * 60 * 1000
/** Maximum clock difference between node and database. */
const SKEW_MS = 5 * 60 * 1000

/**
 * A sale counts as recent for this long (`reserve-queries.ts`), by the database clock; then the longer waiting period is over.
 */
export function earningsValidUntil(entries: EarningsEntry[], now: number): number | undefined {
  const ends = entries.flatMap(({ kind, at }) => (kind === 'sale' ? [Date.parse(at) + (RESERVE_DAYS + 1) * DAY_MS] : []))
  const coming = ends.filter((end) => end > now - SKEW_MS)
  return coming.length > 0 ? Math.max(Math.min(...coming), now + SKEW_MS) : undefined
}
