import type { DirectoryPart } from '#shared/sync/protocol.ts'
import type { DirectoryDatabase, OverlayRow, PartRow } from '#web/db/directory-database.ts'

/**
 * Merges the overlay rows into the snapshot chunks, one chunk per transaction. It may stop at any point: a reader sees the same
 * documents before and after.
 */
export async function compactOverlay(db: DirectoryDatabase): Promise<void> {
  const state = await db.getMeta('directory')
  if (!state?.isComplete) return
  // Rows that arrive during compaction stay in the overlay.
  for (const key of state.parts) await compactPart(db, key, state.revision)
  await compactRemaining(db, state.revision)
}

const rowsUpTo = (db: DirectoryDatabase, revision: number) => db.rows.where('revision').belowOrEqual(revision)

async function compactPart(db: DirectoryDatabase, key: string, upTo: number) {
  await db.transaction('rw', [db.parts, db.words, db.rows, db.meta], async () => {
    const state = await db.getMeta('directory')
    const part = await db.parts.get(key)
    if (!state?.isComplete || !part || !state.parts.includes(key)) return
    const rows = new Map((await rowsUpTo(db, upTo).toArray()).map((row) => [`${row.collection}/${row.id}`, row]))
    const compacted: OverlayRow[] = []
    const put: DirectoryPart['put'] = {}
    for (const [collection, docs] of Object.entries((JSON.parse(part.text) as DirectoryPart).put)) {
      put[collection] = docs.flatMap((doc) => {
        const row = rows.get(`${collection}/${doc.id}`)
        if (!row) return [doc]
        compacted.push(row)
        return row.doc ? [row.doc] : []
      })
    }
    if (compacted.length === 0) return
    const own = ownPart(put)
    await db.parts.put(own)
    await db.parts.delete(key)
    await db.words.delete(key)
    await db.rows.bulkDelete(compacted.map(({ collection, id }) => [collection, id]))
    const parts = state.parts.map((each) => (each === key ? own.key : each))
    await db.setMeta('directory', { ...state, parts, foldedUpTo: upTo })
  })
}

/**
 * Documents that are in no chunk are new: they form a new chunk. A deletion of a document that is in no chunk needs no tombstone.
 */
async function compactRemaining(db: DirectoryDatabase, upTo: number) {
  await db.transaction('rw', db.parts, db.rows, db.meta, async () => {
    const state = await db.getMeta('directory')
    if (!state?.isComplete) return
    const put: DirectoryPart['put'] = {}
    for (const { collection, doc } of await rowsUpTo(db, upTo).toArray()) {
      if (doc) put[collection] = [...(put[collection] ?? []), doc]
    }
    await rowsUpTo(db, upTo).delete()
    if (Object.keys(put).length === 0) return db.setMeta('directory', { ...state, foldedUpTo: upTo })
    const own = ownPart(put)
    await db.parts.put(own)
    await db.setMeta('directory', { ...state, parts: [...state.parts, own.key], foldedUpTo: upTo })
  })
}

const ownPart = (put: DirectoryPart['put']): PartRow => ({
  key: `own-${crypto.randomUUID()}`,
  text: JSON.stringify({ put }),
  size: Object.values(put).reduce((sum, docs) => sum + docs.length, 0),
})
