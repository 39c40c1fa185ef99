import type { Database } from '#server/db.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { type PrivateCollection, type PrivateDocs, privateCollections } from '#shared/sync/entities.ts'
import type { PrivateDelta, PullMe, VersionedDoc } from '#shared/sync/protocol.ts'
import { docVersion } from './doc-version.ts'
import { inOneSnapshot } from './one-snapshot.ts'
import type { PrivateSource, PrivateSources } from './private-source.ts'

export type PrivateLane = ReturnType<typeof createPrivateLane>

type LaneDeps = {
  db: Database
  sources: PrivateSources
  /** Told of every document before a device is given it. */
  onHanded?: (put: PrivateDelta['put']) => Promise<void>
}

/** What one principal may hold now, as the difference to what the device says it holds. */
export function createPrivateLane({ db, sources, onHanded }: LaneDeps) {
  /** Everything in one snapshot, so that no answer shows half of a purchase or of a merge. */
  const listHeld = (principalId: PrincipalId) =>
    inOneSnapshot(db, async (tx) => {
      const list = async (collection: PrivateCollection) => {
        const source: PrivateSource<PrivateDocs[typeof collection]> = sources[collection]
        return [collection, (await source(tx, principalId)).map(versioned)] as const
      }
      // Sent one behind the other on the transaction's own connection: one way there and back, not one for each.
      return new Map<string, VersionedDoc[]>(await Promise.all(privateCollections.map(list)))
    })

  return {
    /** @returns `undefined` when nothing differs; a stranger may hold nothing */
    async pull(principalId: PrincipalId | undefined, have: PullMe['have']): Promise<PrivateDelta | undefined> {
      const held = principalId ? await listHeld(principalId) : new Map<string, VersionedDoc[]>()
      const delta: PrivateDelta = { put: {}, del: {} }
      // A collection we do not know comes from a newer server that was rolled back: we say nothing about it.
      for (const collection of privateCollections) {
        const docs = held.get(collection) ?? []
        const known = new Map(Object.entries(have[collection] ?? {}))
        const put = docs.filter((doc) => known.get(doc.id) !== doc.version)
        const standing = new Set(docs.map((doc) => doc.id))
        const del = [...known.keys()].filter((id) => !standing.has(id))
        if (put.length > 0) delta.put[collection] = put
        if (del.length > 0) delta.del[collection] = del
      }
      await onHanded?.(delta.put)
      return Object.keys(delta.put).length + Object.keys(delta.del).length > 0 ? delta : undefined
    },
  }
}

const versioned = (doc: { id: string }): VersionedDoc => ({ ...doc, version: docVersion(doc) })
