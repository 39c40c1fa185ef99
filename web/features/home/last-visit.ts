/** When this person's home page was last open, and what counts as new on it. Milliseconds since the epoch. */
export type Visits = { at: number; newSince: number | undefined }

/** Whoever comes back sooner has not been away: what was new still is. */
const AWAY_AFTER_MS = 30 * 60 * 1000

export function nextVisit(kept: Visits | undefined, now: number): Visits {
  if (!kept) return { at: now, newSince: undefined }
  return { at: now, newSince: now - kept.at > AWAY_AFTER_MS ? kept.at : kept.newSince }
}
