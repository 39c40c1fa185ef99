import { schedule } from '#web/db/schedule.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { post } from '#web/net/api.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { withStorageTimeout } from '#web/sync/engine/timeouts.ts'

/** Longer than the directory is locked while a database is deleted. */
const READ_WITHIN_MS = 3000
/** The lock that is owned during the call must not be kept indefinitely. */
const DEADLINE_MS = 15_000

/**
 * Sends the pending sign-out. Called under `GUEST_LOCK`. If the storage does not answer, no sign-out is known and none is sent.
 *
 * @throws HttpProblem, Unreachable
 */
export async function signOutFirst(): Promise<void> {
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
