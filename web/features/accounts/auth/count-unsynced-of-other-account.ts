import type { PrincipalId } from '#shared/ids.ts'
import { currentPrivateDb } from '#web/db/tab/databases.ts'
import { pendingCount } from '#web/sync/engine/enqueue.ts'

/** Number of unsent changes of another account on this device: signing in would remove them. */
export async function countPendingOfOtherAccount(principalId: PrincipalId): Promise<number> {
  const current = currentPrivateDb()?.principal
  return current === undefined || current === 'guest' || current === principalId ? 0 : pendingCount()
}
