import type { DecisionMaker } from '#shared/cold-scout/contract.ts'
import { isLeaseValid } from '#web/db/entitlement-lease.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { useOwnList } from '#web/sync/tab/use-own-list.ts'

async function listDecisionMakers(db: PrivateDatabase): Promise<DecisionMaker[]> {
  if (!(await isLeaseValid(db))) return []
  return (await db.decisionMakers.toArray()).sort((a, b) => b.unlockedAt.localeCompare(a.unlockedAt))
}

/** Every unlocked decision maker, the latest first; `undefined` while they are not known. */
export const useDecisionMakers = (): DecisionMaker[] | undefined => useOwnList(listDecisionMakers)
