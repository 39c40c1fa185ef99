import type { User } from '#shared/accounts/contract.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import { currentPrivateDb } from '#web/db/tab/databases.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'

/**
 * Stores the account as just received from the server, so that a gate opens or closes immediately, also if the network is lost
 * before the first pull.
 */
export async function rememberUser(user: User): Promise<void> {
  const db = currentPrivateDb()
  // The principal was switched since: the reply concerns another account.
  if (db?.principal !== user.principalId) return
  await db.account.put({ id: user.principalId, kind: 'account', user, version: OPTIMISTIC })
  requestSync()
}
