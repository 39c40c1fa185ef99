import { schedule } from '#web/db/schedule.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { post } from '#web/net/api.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { withStorageTimeout } from '#web/sync/engine/timeouts.ts'

/** Longer than the directory is held while a database is deleted. */
const READ_WITHIN_MS = 3000
/** The lock that is held during the call must not be held for ever. */
const DEADLINE_MS = 15_000

/**
 * Sends the sign-out that the server has not received yet. Called under `GUEST_LOCK`. A storage that does not answer owes none
 * that could be known.
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
