/**
 * Held by each call that may create a guest, over all tabs. Of two guests created at once one pays, or writes, while the other's
 * cookie stays: the purchase would belong to a guest whom no browser knows.
 */
export const GUEST_LOCK = 'latchkey-guest'

let deliver: () => Promise<void> = async () => undefined

/** @param work  sends the sign-out that the server has not received yet; called while the lock is held */
export function deliverSignOutBefore(work: () => Promise<void>) {
  deliver = work
}

/**
 * Runs a call that creates a guest or signs in. A sign-out that is still owed is sent first: until then the cookie is the account's,
 * and the call of the next person would be made in its name.
 *
 * Over plain http beyond this machine browsers have no locks; one tab after the other does there.
 *
 * @throws HttpProblem, Unreachable when the sign-out cannot be delivered; the call is not made
 */
export async function asOneGuest<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks: LockManager | undefined = navigator.locks
  const inOrder = async () => {
    await deliver()
    return work()
  }
  return locks ? locks.request(GUEST_LOCK, inOrder) : inOrder()
}
