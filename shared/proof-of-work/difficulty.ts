/** Iterations of the derivation for one counter: about a millisecond of a phone. Making a challenge costs the server one of them. */
export const ITERATIONS = 2000

/** Counters that a device tries at most when a limit has just been filled: one to two seconds of a phone. */
const FIRST_COUNTERS = 800
/** The same when the limit is almost used up for proofs as well. */
const LAST_COUNTERS = 3200

/**
 * The most and the fewest counters that a device tries before it finds the one of a challenge. Both are known, so that the wait
 * is bounded: a search for a hash with leading zeros takes five times its mean in one of 150 cases.
 *
 * @param heat  how much of the limit for proofs is used, from 0 to 1
 */
export function countersFor(heat: number): { fewest: number; most: number } {
  const share = Number.isFinite(heat) ? Math.min(1, Math.max(0, heat)) : 1
  const most = Math.round(FIRST_COUNTERS + (LAST_COUNTERS - FIRST_COUNTERS) * share)
  return { fewest: Math.round(most / 2), most }
}
