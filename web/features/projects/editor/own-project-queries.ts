import { useLiveQuery } from 'dexie-react-hooks'
import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/projects/contract.ts'
import { normalise } from '#shared/projects/normalise.ts'
import { OWN, type OwnProject } from '#shared/projects/own.ts'
import type { ProjectPerformance } from '#shared/projects/performance.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** The numbers of a project of one's own; `null` for anybody else's, `undefined` until IndexedDB has answered once. */
export function usePerformance(id: ProjectId): ProjectPerformance | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.performance.get(id)) ?? null), [db, id])
}

/** One's own draft under this address, as others would see it once it is published; `null` when it is none, or published. */
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
