import { useLiveQuery } from 'dexie-react-hooks'
import { OWN } from '#shared/projects/own.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** Whether one's own project is out, as this device knows it; `undefined` until IndexedDB has answered once. */
export function useIsPublished(): boolean | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && Boolean((await db.ownProject.get(OWN))?.isPublished), [db])
}
