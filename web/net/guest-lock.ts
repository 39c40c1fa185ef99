/**
 * Held by whatever may make a guest of a stranger, over all tabs. Of two guests made at once
 * one pays, or writes, while the other's cookie stays: what was paid for would be nobody's.
 */
export const GUEST_LOCK = 'latchkey-guest'

/** Over plain http beyond this machine browsers have no locks; one tab after the other does there. */
export async function asOneGuest<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request(GUEST_LOCK, work) : work()
}
