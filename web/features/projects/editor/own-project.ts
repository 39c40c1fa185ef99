import { useLiveQuery } from 'dexie-react-hooks'
import { OWN, type OwnProject } from '#shared/projects/own.ts'
import type { ProjectPerformance } from '#shared/projects/performance.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** `version` is `OPTIMISTIC` while some changes are on this device only. */
export type StoredProject = OwnProject & { version: number }

/** The user's own project, draft or published; `null` when there is none, `undefined` until IndexedDB has answered once. */
export function useOwnProject(): StoredProject | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.ownProject.get(OWN)) ?? null), [db])
}

/** Figures of the user's own project: a user has at most one. */
export function useOwnPerformance(): ProjectPerformance | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db?.performance.toCollection().first(), [db])
}
