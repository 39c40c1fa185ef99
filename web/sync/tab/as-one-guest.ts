import { schedule } from '#web/db/schedule.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { post } from '#web/net/api.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { withStorageTimeout } from '#web/sync/engine/timeouts.ts'

/** Longer than the directory is locked while a database is deleted. */
const READ_WITHIN_MS = 3000
/** The guest lock must not be kept indefinitely. */
const DEADLINE_MS = 15_000

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
    await sendPendingSignOut()
    return work()
  }
  return locks ? locks.request(GUEST_LOCK, inOrder) : inOrder()
}

/** Called under `GUEST_LOCK`. If the storage does not answer, no sign-out is known and none is sent. */
async function sendPendingSignOut(): Promise<void> {
  const pointer = await withStorageTimeout(schedule, READ_WITHIN_MS, () => directoryDb.getMeta('principal')).catch(
    () => undefined,
  )
  if (!pointer?.endsSession) return
  const { deliverSignOut } = await loadChunk(() => import('#web/sync/engine/end-session.ts'))
  await deliverSignOut(
    (path, body, schema) => post(path, body, schema, { signal: AbortSignal.timeout(DEADLINE_MS) }),
    directoryDb,
    Date.now,
  )
}
