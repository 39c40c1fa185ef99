import { useLiveQuery } from 'dexie-react-hooks'
import * as v from 'valibot'
import { canFit, type FitProject } from '#shared/directory/fit.ts'
import { OWN } from '#shared/projects/own.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { assertSameGeneration } from '#web/sync/engine/outbox.ts'
import { store } from '#web/sync/engine/sync-port.ts'

const text = v.fallback(v.string(), '')
/** A project as stored: by an earlier or later build on this device, or as part of the user's own project. */
const Stored = v.object({
  roundType: text,
  projectStage: text,
  amountRaising: v.fallback(v.nullable(v.number()), null),
  vertical: text,
  ecosystem: text,
  location: text,
})
export const NO_PROJECT: FitProject = v.parse(Stored, {})
const read = (stored: unknown): FitProject => v.parse(Stored, stored ?? {})

export type KnownProject = {
  /** `own`: the user's project, published or a draft. `device`: described on this device for the order alone. */
  source: 'own' | 'device' | 'none'
  project: FitProject
  /** What was described on this device, also where the user has a project. */
  described: FitProject
  /** The user has a project, which may say too little. */
  hasOwn: boolean
}

/** The project that investors are compared with; `undefined` until IndexedDB has answered. Nothing of it is sent. */
export function useKnownProject(isWanted: boolean): KnownProject | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => (db && isWanted ? findProject(db) : undefined), [db, isWanted])
}

async function findProject(db: PrivateDatabase): Promise<KnownProject> {
  const [own, stored] = await Promise.all([db.ownProject.get(OWN), db.getMeta('fitProject')])
  const [project, described] = [read(own?.values), read(stored)]
  const hasOwn = own !== undefined
  if (canFit(project)) return { source: 'own', project, described, hasOwn }
  return { source: canFit(described) ? 'device' : 'none', project: described, described, hasOwn }
}

/** @throws StalePrincipalError, and the error of a full device */
export async function describeProject(db: PrivateDatabase, value: FitProject): Promise<void> {
  const write = (signal: AbortSignal) => async () => {
    await assertSameGeneration(db)
    await db.meta.put({ key: 'fitProject', value })
    signal.throwIfAborted()
  }
  await store((signal) => db.transaction('rw', db.meta, write(signal)))
}
