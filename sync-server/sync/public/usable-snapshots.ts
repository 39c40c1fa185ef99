import type { Queryable } from '#server/database/client.ts'
import { countChanged } from '#server/sync/change-stamps.ts'
import { findSnapshot, type SnapshotRow } from '#server/sync/queries.ts'
import { cursorAfter, readWatermarkIn, type Watermark } from '#server/sync/watermark.ts'
import { buildSnapshot, type SnapshotDeps } from './snapshot.ts'

/** This many changes since a snapshot cause a new one; fewer do when they are a large share of it. */
const MANY_CHANGES = 250
const COMPRESSED_DOC_BYTES = 150
const GOOD_SHARE = 1 / 8

/** Any client can request a snapshot to verify a removal: for this purpose one is built at most this often. */
const CHECK_AGE_MS = 10_000

type Lane = {
  now: () => Date
  /** The tables that a delta reads. */
  tables: () => Promise<string[]>
  /** The statement that reads a watermark. */
  query: () => Promise<string>
  /** The watermark of this moment, which concurrent callers share. */
  readShared: () => Promise<Watermark>
}

/** The newest snapshot that is of use for a purpose; where none is, one is built. */
export function usableSnapshots(deps: SnapshotDeps, { now, tables, query, readShared }: Lane) {
  const { db } = deps
  let building: Promise<SnapshotRow> | undefined

  /** One build at a time in this node; the lock in the database excludes the other nodes. */
  const build = (epoch: string, findFresh: (db: Queryable) => Promise<SnapshotRow | undefined>) => {
    building ??= query()
      .then((watermarkQuery) => buildSnapshot(deps, { epoch, watermarkQuery, findFresh }))
      .finally(() => {
        building = undefined
      })
    return building
  }

  const isFresh = async (at: Queryable, snapshot: SnapshotRow) => {
    const changes = await countChanged(at, await tables(), { cursor: snapshot.cursor, seen: undefined }, MANY_CHANGES)
    return changes < MANY_CHANGES && changes * COMPRESSED_DOC_BYTES <= Math.max(snapshot.size, 1) * GOOD_SHARE
  }

  return {
    any: async (epoch: string): Promise<SnapshotRow> =>
      (await findSnapshot(db, epoch)) ?? build(epoch, (at) => findSnapshot(at, epoch)),

    /** For a device that verifies a removal: not older than the newest change, unless it is very young. */
    async recent(epoch: string, { latest }: Watermark): Promise<SnapshotRow> {
      const findRecent = async (at: Queryable) => {
        const snapshot = await findSnapshot(at, epoch)
        if (!snapshot) return undefined
        const isYoung = now().getTime() - snapshot.createdAt.getTime() < CHECK_AGE_MS
        return isYoung || BigInt(snapshot.cursor) > latest ? snapshot : undefined
      }
      return (await findRecent(db)) ?? build(epoch, findRecent)
    },

    /** A snapshot beyond a cursor; `undefined` while a long-running transaction prevents one. */
    async past(epoch: string, since: bigint): Promise<SnapshotRow | undefined> {
      if (cursorAfter(await readShared()) <= since) return undefined
      const find = async (at: Queryable) => {
        const snapshot = await findSnapshot(at, epoch)
        return snapshot && BigInt(snapshot.cursor) > since ? snapshot : undefined
      }
      const snapshot = (await find(db)) ?? (await build(epoch, find))
      return BigInt(snapshot.cursor) > since ? snapshot : undefined
    },

    /** Builds a snapshot when none exists or too much has changed since. */
    async refresh(epoch: string): Promise<void> {
      const findFresh = async (at: Queryable) => {
        const snapshot = await findSnapshot(at, epoch)
        const isLast = snapshot && cursorAfter(await readWatermarkIn(at, await query())) <= BigInt(snapshot.cursor)
        return snapshot && (isLast || (await isFresh(at, snapshot))) ? snapshot : undefined
      }
      if (!(await findFresh(db))) await build(epoch, findFresh)
    },
  }
}
