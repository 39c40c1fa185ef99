import { DirectoryDelta, type DirectoryPart, MASS_REMOVAL_SHARE } from '#shared/sync/protocol.ts'
import type { DirectoryDatabase, DirectoryState, OverlayRow } from '#web/db/directory-database.ts'
import { TryAgain } from '#web/sync/engine/sync-errors.ts'
import { getJson, type Transport } from '#web/sync/engine/transport.ts'
import { downloadSnapshot, type Progress } from './download-snapshot.ts'

type Delta = Exclude<DirectoryDelta, { reset: true }>

/**
 * Brings the public directory up to date: a full snapshot the first time, then the changes since the cursor.
 *
 * @param isPartial  some of it was evicted to save space, and is to be downloaded again
 */
export async function pullPublic(
  transport: Transport,
  db: DirectoryDatabase,
  onProgress: Progress = () => undefined,
  isPartial = false,
): Promise<void> {
  let isFresh = false
  let isChecked = false
  const replace = async (isCheck = false) => {
    await downloadSnapshot(transport, db, onProgress, isCheck)
    isFresh = true
    isChecked = isCheck
  }
  if (isPartial) await replace()
  for (;;) {
    const { directory: state, cursor: since, seen, incoming } = await db.getMetas('directory', 'cursor', 'seen', 'incoming')
    if (!isFresh && (!state?.isComplete || incoming)) {
      await replace()
      continue
    }
    if (!state || since === undefined) return
    const query = new URLSearchParams({ epoch: state.epoch, since, ...(seen !== undefined && { seen }) })
    const delta = await getJson(transport, `/api/sync/directory?${query}`, DirectoryDelta)
    if ('reset' in delta) {
      // A resumed snapshot can be too old itself; the next sync cycle then starts a new one.
      if (isFresh) return
      await replace()
      continue
    }
    const isTrusted = !(await removesMany(db, delta, state))
    // The delta removes so much that only a complete set is trusted, and no delta on top of a set that still contains the removed
    // documents. While a transaction is open anywhere in the cluster, the delta repeats the removals that the set already
    // reflects.
    if (!isTrusted && !isChecked) {
      await replace(true)
      continue
    }
    if (!isTrusted && (await holdsMany(db, delta, state))) throw new TryAgain('Unconfirmed removal.')
    if (await applyDelta(db, state, { since, seen }, delta)) return
  }
}

export async function removesMany(
  db: DirectoryDatabase,
  { del }: Pick<Delta, 'del'>,
  { parts }: DirectoryState,
): Promise<boolean> {
  const removed = Object.values(del).reduce((sum, ids) => sum + ids.length, 0)
  if (removed === 0) return false
  let stored = 0
  // Reads keys only: the chunk texts stay on disk.
  await db.parts.orderBy('size').eachKey((size, { primaryKey }) => {
    if (parts.includes(primaryKey)) stored += Number(size)
  })
  return removed > stored * MASS_REMOVAL_SHARE
}

/** Whether a delta removes a large share of the documents in the chunks. Reads every chunk: rare. */
async function holdsMany(db: DirectoryDatabase, { del }: Delta, { parts }: DirectoryState): Promise<boolean> {
  let [stored, removed] = [0, 0]
  for (const part of await db.parts.bulkGet(parts)) {
    const { put } = JSON.parse(part?.text ?? '{}') as Partial<DirectoryPart>
    for (const [collection, docs] of Object.entries(put ?? {})) {
      stored += docs.length
      for (const { id } of docs) if (del[collection]?.includes(id)) removed++
    }
  }
  return removed > stored * MASS_REMOVAL_SHARE
}

type Request = { since: string; seen: string | undefined }

/**
 * Stores the changes since a position.
 *
 * @returns false when the device is at another position now: another tab, or the live connection, has applied a delta since. Its
 * rows may be newer than these, so nothing is stored, and what these would have brought has to be requested again.
 */
export async function applyDelta(
  db: DirectoryDatabase,
  requested: DirectoryState,
  from: Request,
  { cursor, seen, put, del }: Omit<Delta, 'epoch'>,
): Promise<boolean> {
  if (cursor === from.since && Object.keys(put).length + Object.keys(del).length === 0) return true
  return db.transaction('rw', db.rows, db.meta, async () => {
    const state = await db.getMeta('directory')
    const now = await db.getMetas('cursor', 'seen')
    if (state?.base !== requested.base || now.cursor !== from.since || now.seen !== from.seen) return false
    const revision = state.revision + 1
    const rows: OverlayRow[] = [
      ...Object.entries(put).flatMap(([collection, docs]) => docs.map((doc) => ({ collection, id: doc.id, doc, revision }))),
      ...Object.entries(del).flatMap(([collection, ids]) => ids.map((id) => ({ collection, id, revision }))),
    ]
    if (cursor !== from.since) await db.setMeta('cursor', cursor)
    if (seen === undefined) await db.meta.delete('seen')
    else await db.setMeta('seen', seen)
    if (rows.length === 0) return true
    await db.rows.bulkPut(rows)
    await db.setMeta('directory', { ...state, revision })
    return true
  })
}
