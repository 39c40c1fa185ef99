import { useLiveQuery } from 'dexie-react-hooks'
import type { DecisionMaker } from '#shared/cold-scout/contract.ts'
import { isLeaseValid } from '#web/db/entitlement-lease.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** Every unlocked decision maker, the latest first; `undefined` until IndexedDB has answered once. */
export function useDecisionMakers(): DecisionMaker[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    if (!db) return undefined
    if (!(await isLeaseValid(db))) return []
    return (await db.decisionMakers.toArray()).sort((a, b) => b.unlockedAt.localeCompare(a.unlockedAt))
  }, [db])
}
