/** When this user's home page was last open, and since when an entry counts as new on it. Milliseconds since the epoch. */
export type Visits = { at: number; newSince: number | undefined }

/** A user who returns sooner has not been away: entries that were new remain new. */
const AWAY_AFTER_MS = 30 * 60 * 1000

export function nextVisit(stored: Visits | undefined, now: number): Visits {
  if (!stored) return { at: now, newSince: undefined }
  return { at: now, newSince: now - stored.at > AWAY_AFTER_MS ? stored.at : stored.newSince }
}
