import type { User } from '#shared/accounts/contract.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import { currentPrivateDb } from '#web/db/tab/databases.ts'
import { requestSync } from '#web/sync/engine/enqueue.ts'

/**
 * Keeps the account as the server has just described it, so that a gate opens, or stands,
 * at once; also when the network is lost before the first pull.
 */
export async function rememberUser(user: User): Promise<void> {
  const db = currentPrivateDb()
  // Handed over meanwhile: the reply speaks of somebody else.
  if (db?.principal !== user.principalId) return
  await db.account.put({ id: user.principalId, kind: 'account', user, version: OPTIMISTIC })
  requestSync()
}
