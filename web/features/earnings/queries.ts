import { useLiveQuery } from 'dexie-react-hooks'
import type { EarningsEntry } from '#shared/earnings/contract.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** The user's own earnings account, the latest first; `undefined` until IndexedDB has answered once. */
export function useEarnings(): EarningsEntry[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(
    async () => db && (await db.earnings.toArray()).sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id)),
    [db],
  )
}
