import { useLiveQuery } from 'dexie-react-hooks'
import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/projects/contract.ts'
import { normalise } from '#shared/projects/normalise.ts'
import { OWN, type OwnProject } from '#shared/projects/own.ts'
import type { ProjectPerformance } from '#shared/projects/performance.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** Figures of the user's own project; `null` for any other project, `undefined` until IndexedDB has answered once. */
export function usePerformance(id: ProjectId): ProjectPerformance | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.performance.get(id)) ?? null), [db, id])
}

/**
 * The user's own draft with this id, as other users would see it once published; `null` when there is none or it is published.
 */
export function useOwnDraft(id: ProjectId): Project | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    if (!db) return undefined
    const own = await db.ownProject.get(OWN)
    return own?.projectId === id && !own.isPublished ? asShown(own, id) : null
  }, [db, id])
}

const asShown = ({ values, status, voteCount }: OwnProject, id: ProjectId): Project => ({
  ...normalise(values),
  id,
  status,
  voteCount,
  publishedAt: '',
})
