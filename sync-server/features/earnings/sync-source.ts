import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { EarningsEntry } from '#shared/earnings/contract.ts'
import { RESERVE_DAYS } from '#shared/earnings/maturity.ts'
import { listEntries } from './entries.ts'

/** What an investor earned. How each line stands today a device reckons itself; a sale that is held back longer alone changes by waiting. */
export const earningsSource: PrivateSource<EarningsEntry> = listEntries

const DAY_MS = 24 * 60 * 60 * 1000
/** What the clocks of the node and of the database may differ by. */
const SKEW_MS = 5 * 60 * 1000

/** A sale counts as recent for so long (`reserve-queries.ts`), by the clock of the database; then the longer wait is over. */
export function earningsHoldUntil(entries: EarningsEntry[], now: number): number | undefined {
  const ends = entries.flatMap(({ kind, at }) => (kind === 'sale' ? [Date.parse(at) + (RESERVE_DAYS + 1) * DAY_MS] : []))
  const coming = ends.filter((end) => end > now - SKEW_MS)
  return coming.length > 0 ? Math.max(Math.min(...coming), now + SKEW_MS) : undefined
}
