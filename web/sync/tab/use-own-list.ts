import { useLiveQuery } from 'dexie-react-hooks'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useIsStuck } from './use-sync-status.ts'

const isConfirmed = async (db: PrivateDatabase) => (await db.getMeta('validatedAt')) !== undefined

/** Whether the server has confirmed this principal's data on this device once; `undefined` until IndexedDB has answered once. */
export function useHasPulled(): boolean | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && isConfirmed(db), [db])
}

/**
 * A list of this principal's documents. `undefined` while it is not known: until IndexedDB has answered once, and while the data
 * of an account arrives on this device for the first time. What a guest has comes from this device, so a visitor never waits.
 */
export function useOwnList<Doc>(list: (db: PrivateDatabase) => Promise<Doc[]>): Doc[] | undefined {
  const db = usePrivateDb()
  // In this order: a pull that is applied in between adds documents to an unconfirmed list, and never confirms an old one.
  const read = useLiveQuery(
    async () => db && { isKnown: db.principal === 'guest' || (await isConfirmed(db)), docs: await list(db) },
    [db],
  )
  const isStuck = useIsStuck()
  if (!read) return undefined
  // The status may know of the confirmation before this list does.
  return read.isKnown || isStuck || read.docs.length > 0 ? read.docs : undefined
}
