import { useLiveQuery } from 'dexie-react-hooks'
import type { ProjectId } from '#shared/ids.ts'
import type { ProjectPerformance } from '#shared/projects/performance.ts'
import { usePrivateDb } from '#web/db/current.ts'

/** The numbers of a project of one's own; `null` for anybody else's, `undefined` until IndexedDB has answered once. */
export function usePerformance(id: ProjectId): ProjectPerformance | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.performance.get(id)) ?? null), [db, id])
}
