import { useLiveQuery } from 'dexie-react-hooks'
import { OWN } from '#shared/projects/own.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** Whether the user's own project is published, as stored on this device; `undefined` until IndexedDB has answered once. */
export function useIsPublished(): boolean | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && Boolean((await db.ownProject.get(OWN))?.isPublished), [db])
}
