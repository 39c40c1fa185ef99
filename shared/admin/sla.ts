const HOUR_MS = 60 * 60 * 1000

/** The application form promises an answer within 24 hours in its toast, and within 48 on its page. */
export const ALARM_HOURS = 24
export const BREACH_HOURS = 48

/** The promise for every review: the text of the specification, and as long as `BREACH_HOURS`. */
export const REVIEW_TIME = `1-${BREACH_HOURS / 24} business days`

export type ReviewClock = { hours: number; stage: 'fresh' | 'alarm' | 'breach' }

/** How long an application has waited, in whole hours, and its SLA stage. */
export function reviewSla(submittedAt: Date, now: Date): ReviewClock {
  // A device's clock may be behind the server's: the age is never negative.
  const hours = Math.max(0, Math.floor((now.getTime() - submittedAt.getTime()) / HOUR_MS))
  return { hours, stage: hours >= BREACH_HOURS ? 'breach' : hours >= ALARM_HOURS ? 'alarm' : 'fresh' }
}
