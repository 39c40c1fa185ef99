/**
 * Lock for every call that may create a guest, over all tabs. If two guests were created in parallel, one could pay or write
 * while the cookie of the other is kept: the purchase would belong to a guest that no browser knows.
 */
export const GUEST_LOCK = 'latchkey-guest'
