import { useLiveQuery } from 'dexie-react-hooks'
import { OWN, type OwnProject } from '#shared/projects/own.ts'
import type { Ancestry } from '#shared/sync/three-way-merge.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import { currentPrivateDb, directoryDb, usePrivateDb } from '#web/db/tab/databases.ts'
import { nothingYet } from './mutations.ts'

export type OwnDraft = {
  own: OwnProject
  /** Whether words of it are on this device alone. */
  isWaiting: boolean
  /** Nothing of this account has reached this device yet: what looks empty may not be. */
  isFirstPull: boolean
  /** Drafts that the server did not take; their words stay until the person lets them go. */
  refused: OutboxEntry[]
  clientId: string | undefined
}

/** One's own project as this device holds it; `undefined` until IndexedDB has answered once. */
export function useOwnDraft(): OwnDraft | undefined {
  const db = usePrivateDb()
  const clientId = useLiveQuery(async () => (await directoryDb.getMeta('clientId')) ?? null)
  const held = useLiveQuery(async () => {
    if (!db) return undefined
    const [own, validatedAt, refused] = await Promise.all([
      db.ownProject.get(OWN),
      db.getMeta('validatedAt'),
      db.outbox.where('state').equals('refused').sortBy('seq'),
    ])
    return { own, validatedAt, refused: refused.filter(({ name }) => name === 'project.saveDraft') }
  }, [db])
  if (!held || clientId === undefined) return undefined
  return {
    own: held.own ?? nothingYet,
    isWaiting: held.own?.version === OPTIMISTIC,
    isFirstPull: !held.own && held.validatedAt === undefined,
    refused: held.refused,
    clientId: clientId ?? undefined,
  }
}

/** What the server knows of each field that still waits on this device: where the writing of it began, and its steps. */
export async function readWaitingLineage(): Promise<Ancestry> {
  const entries = (await currentPrivateDb()?.outbox.where('state').equals('waiting').sortBy('seq')) ?? []
  const lineage: Ancestry = {}
  for (const { name, base } of entries) {
    if (name !== 'project.saveDraft') continue
    for (const [field, steps] of Object.entries((base ?? {}) as Ancestry)) {
      lineage[field] = [...new Set([...(lineage[field] ?? []), ...(steps ?? [])])]
    }
  }
  return lineage
}
