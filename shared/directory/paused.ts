/**
 * Whether an investor is paused. The pause ends by itself at the start of the day, in UTC. Nothing is written then: a device that is
 * offline and the server find the same, each with its own clock.
 *
 * @param until  the first day after the pause, `2026-12-05`
 * @param now  milliseconds since the Unix epoch
 */
export const isPausedAt = (until: string | null | undefined, now: number): boolean => until != null && Date.parse(until) > now

/** The end of the pause of a listing whose account is banned: no day that comes. */
export const SUSPENDED_UNTIL = '9999-12-31'

/** Investors in the order `best`, with those who are paused after those who can be reached: no stored order depends on the clock. */
export const pausedLast = <Listed extends { pausedUntil?: string | undefined }>(
  best: readonly Listed[],
  now: number,
): Listed[] => [
  ...best.filter(({ pausedUntil }) => !isPausedAt(pausedUntil, now)),
  ...best.filter(({ pausedUntil }) => isPausedAt(pausedUntil, now)),
]

/** `Paused until 5 December`; `Paused` where no end is known. */
export const pausedLabel = (until: string | null | undefined): string =>
  until === SUSPENDED_UNTIL
    ? 'Paused'
    : `Paused until ${new Date(until ?? '').toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })}`
