/**
 * Lock for every call that may create a guest, over all tabs. If two guests were created in parallel, one could pay or write
 * while the cookie of the other is kept: the purchase would belong to a guest that no browser knows.
 */
export const GUEST_LOCK = 'latchkey-guest'

let deliver: () => Promise<void> = async () => undefined

/** @param work  sends the pending sign-out; called under the lock */
export function deliverSignOutBefore(work: () => Promise<void>) {
  deliver = work
}

/**
 * Runs a call that creates a guest or signs in. A pending sign-out is sent first: until then the cookie belongs to the account,
 * and the call of the next user would be made in its name.
 *
 * Over plain http (except localhost) browsers have no locks; there the call runs without one.
 *
 * @throws HttpProblem, Unreachable if the sign-out cannot be delivered; the call is not made
 */
export async function asOneGuest<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks: LockManager | undefined = navigator.locks
  const inOrder = async () => {
    await deliver()
    return work()
  }
  return locks ? locks.request(GUEST_LOCK, inOrder) : inOrder()
}
