import { useLiveQuery } from 'dexie-react-hooks'
import { OWN, type OwnProject } from '#shared/projects/own.ts'
import type { Ancestry } from '#shared/sync/three-way-merge.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import { currentPrivateDb, directoryDb, usePrivateDb } from '#web/db/tab/databases.ts'
import { nothingYet } from './mutations.ts'

export type OwnDraft = {
  own: OwnProject
  /** Whether some changes are on this device only. */
  isWaiting: boolean
  /** No data of this account has reached this device yet: fields that look empty may not be. */
  isFirstPull: boolean
  /** Drafts that the server rejected; their text remains until the user discards it. */
  refused: OutboxEntry[]
  clientId: string | undefined
}

/** The user's own project as stored on this device; `undefined` until IndexedDB has answered once. */
export function useOwnDraft(): OwnDraft | undefined {
  const db = usePrivateDb()
  const clientId = useLiveQuery(async () => (await directoryDb.getMeta('clientId')) ?? null)
  const stored = useLiveQuery(async () => {
    if (!db) return undefined
    const [own, validatedAt, refused] = await Promise.all([
      db.ownProject.get(OWN),
      db.getMeta('validatedAt'),
      db.outbox.where('state').equals('refused').sortBy('seq'),
    ])
    return { own, validatedAt, refused: refused.filter(({ name }) => name === 'project.saveDraft') }
  }, [db])
  if (!stored || clientId === undefined) return undefined
  return {
    own: stored.own ?? nothingYet,
    isWaiting: stored.own?.version === OPTIMISTIC,
    isFirstPull: !stored.own && stored.validatedAt === undefined,
    refused: stored.refused,
    clientId: clientId ?? undefined,
  }
}

/** Ancestry of each field with pending changes on this device: the base of the edit, and the steps since. */
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
