/**
 * Maximum list lengths in the review. A flood of free accounts must not make a reply arbitrarily large: an application has up to
 * 49 KB. Entries beyond a limit follow as others are decided.
 */
export const MAX_WAITING = 100
/** Each of them was approved by an admin. */
export const MAX_VERIFIED = 1000
export const MAX_TURNED_DOWN = 100

/** Failed mails, and failing jobs, in a list; and how many of a kind are retried at once. */
export const MAX_DELIVERIES = 100
export const MAX_RETRIED = 500

/** Open reports of one project. */
export const MAX_REPORTS = 10

/** Prices of an import that an admin should review. */
export const MAX_PRICES = 500
