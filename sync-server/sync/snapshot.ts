import type { Database, Sql } from '#server/db.ts'
import { newId } from '#server/new-id.ts'
import { directoryCollections } from '#shared/sync/entities.ts'
import type { DirectorySources } from './directory-source.ts'
import { cursorAfter, readFenceIn } from './fence.ts'
import { inOneSnapshot } from './one-snapshot.ts'
import { type Collections, cutParts, type PackedPart, packPart } from './parts.ts'
import { insertPart, insertSnapshot, type SnapshotRow } from './queries.ts'

/** Any number would do; every node must use the same. */
const BUILD_LOCK = 7_202_612

export type SnapshotDeps = { db: Database; sql: Sql; sources: DirectorySources }

/** What the whole directory is at one instant, and the cursor that leads on from there. */
const readDirectory = ({ db, sources }: SnapshotDeps, fenceQuery: string) =>
  inOneSnapshot(db, async (tx) => {
    const fence = await readFenceIn(tx, fenceQuery)
    const collections: Collections = {}
    for (const collection of directoryCollections) collections[collection] = await sources[collection].listAll(tx)
    return { cursor: cursorAfter(fence), collections }
  })

/**
 * Builds a snapshot and stores it with its parts, unless another node just did.
 *
 * @param findFresh  a snapshot that will do; asked again once no other node is building
 */
export async function buildSnapshot(
  deps: SnapshotDeps,
  { epoch, fenceQuery, findFresh }: { epoch: string; fenceQuery: string; findFresh: () => Promise<SnapshotRow | undefined> },
): Promise<SnapshotRow> {
  const lock = await deps.sql.reserve()
  try {
    await lock`select pg_advisory_lock(${BUILD_LOCK})`
    const standing = await findFresh()
    if (standing) return standing

    const { cursor, collections } = await readDirectory(deps, fenceQuery)
    const parts: PackedPart[] = []
    for (const part of cutParts(collections)) parts.push(await packPart(part))
    return await deps.db.transaction(async (tx) => {
      for (const part of parts) await insertPart(tx, part)
      return insertSnapshot(tx, {
        id: newId('snap'),
        epoch,
        cursor: String(cursor),
        parts: parts.map((part) => part.sha256),
        size: parts.reduce((sum, part) => sum + part.brotli.length, 0),
      })
    })
  } finally {
    await lock`select pg_advisory_unlock(${BUILD_LOCK})`
    lock.release()
  }
}
