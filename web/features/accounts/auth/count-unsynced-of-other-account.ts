import type { PrincipalId } from '#shared/ids.ts'
import { currentPrivateDb } from '#web/db/tab/databases.ts'
import { pendingCount } from '#web/sync/engine/enqueue.ts'

/** How much of another account's on this device the server has not heard of: whoever signs in in their place removes it. */
export async function countPendingOfOtherAccount(principalId: PrincipalId): Promise<number> {
  const here = currentPrivateDb()?.principal
  return here === undefined || here === 'guest' || here === principalId ? 0 : pendingCount()
}
