import Dexie from 'dexie'
import { type EntriesByContact, entriesByContact } from '#shared/contacts/entries-by-contact.ts'
import type { ContactEntry, EntryId } from '#shared/contacts/entry.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { followKeys } from './pause-reading.ts'

/** How long one read may take: 20,000 rows in one keep the page from painting for a second. */
const SLICE_MS = 12
const LEAST_ROWS = 25
const MOST_ROWS = 500
const READ_AGAIN_MS = 1000

/** A set of changed keys, as Dexie reports it: a tree of ranges. */
type Ranges = { from?: unknown; to?: unknown; l?: Ranges | null; r?: Ranges | null }

/**
 * Calls back with the entries by contact once they are read, and after each change. After a change only the changed rows are read,
 * also one that another tab or the worker has made.
 *
 * @returns ends the calls
 */
export function watchEntries(db: PrivateDatabase, onIndex: (index: EntriesByContact) => void): () => void {
  let docs: Map<EntryId, ContactEntry> | undefined
  let index: EntriesByContact | undefined
  let isOver = false
  let work: Promise<void> = Promise.resolve()
  let retry: ReturnType<typeof setTimeout> | undefined
  const keys = followKeys()

  const show = () => {
    if (isOver || !docs) return
    index = entriesByContact([...docs.values()], index)
    onIndex(index)
  }
  const readAll = async () => {
    const all = new Map<EntryId, ContactEntry>()
    let after = ''
    let size = 100
    while (!isOver) {
      const beganAt = performance.now()
      const rows = await db.entries
        .where('id')
        .above(after as EntryId)
        .limit(size)
        .toArray()
      for (const row of rows) all.set(row.id, row)
      const last = rows.at(-1)
      if (!last || rows.length < size) break
      after = last.id
      const fitting = (size * SLICE_MS) / Math.max(1, performance.now() - beganAt)
      size = Math.round(Math.min(MOST_ROWS, Math.max(LEAST_ROWS, fitting)))
      await keys.pause()
    }
    docs = all
    show()
  }
  const readSome = async (ids: EntryId[]) => {
    const rows = await db.entries.bulkGet(ids)
    for (const [at, id] of ids.entries()) {
      const row = rows[at]
      if (row) docs?.set(id, row)
      else docs?.delete(id)
    }
    show()
  }
  /** A read failed, for example because the browser has lost its connection to the database. What is shown stays until then. */
  const readAgainLater = () => {
    docs = undefined
    clearTimeout(retry)
    if (!db.hasBeenClosed()) retry = setTimeout(() => inTurn(readAll), READ_AGAIN_MS)
  }
  // One read after the other.
  const inTurn = (read: () => Promise<void>) => {
    work = work.then(() => (isOver ? undefined : read())).catch(readAgainLater)
  }
  const onMutated = (parts: Record<string, unknown>) => {
    const ranges = parts[`idb://${db.name}/entries/`] as Ranges | undefined
    const isAll = parts.all !== undefined
    if (!ranges && !isAll) return
    const ids = ranges && !isAll ? singleKeys(ranges) : undefined
    inTurn(() => (ids && docs ? readSome(ids) : readAll()))
  }
  Dexie.on('storagemutated', onMutated as never)
  inTurn(readAll)
  return () => {
    isOver = true
    clearTimeout(retry)
    keys.end()
    Dexie.on.storagemutated.unsubscribe(onMutated as never)
  }
}

/** The keys of a set; `undefined` when it has a range of keys. */
function singleKeys(ranges: Ranges): EntryId[] | undefined {
  const keys: EntryId[] = []
  const visit = (node: Ranges | null | undefined): boolean => {
    if (!node) return true
    if (!visit(node.l)) return false
    if ('from' in node) {
      if (node.from !== node.to) return false
      keys.push(node.from as EntryId)
    }
    return visit(node.r)
  }
  return visit(ranges) ? keys : undefined
}
