import { useLiveQuery } from 'dexie-react-hooks'
import type { OwnListing } from '#shared/listings/contract.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** What this person has sent before, as this device knows it; `undefined` while that is being read. */
export function useOwnListings(): OwnListing[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db?.ownListings.toArray(), [db])
}
