/**
 * The longest lists of the review. A flood of accounts that cost nothing must not make a reply of any size: an application holds up
 * to 49 KB. What is beyond a bound follows as others are decided.
 */
export const MAX_WAITING = 100
/** An admin has approved each of them. */
export const MAX_VERIFIED = 1000
export const MAX_TURNED_DOWN = 100

/** Open reports of one project. */
export const MAX_REPORTS = 10
