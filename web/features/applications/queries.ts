import { useLiveQuery } from 'dexie-react-hooks'
import type { OwnListing } from '#shared/listings/contract.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** Earlier applications of this user on this device; `undefined` until they are read. */
export function useOwnListings(): OwnListing[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db?.ownListings.toArray(), [db])
}
