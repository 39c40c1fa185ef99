import { isEvictable } from '#shared/sync/collections.ts'
import type { DirectoryPart } from '#shared/sync/protocol.ts'
import { type DirectoryDatabase, EVICTION_MS } from '#web/db/directory-database.ts'

/**
 * Frees storage on a full device by removing the least important data: pictures, then projects, then the directory. Contacts and
 * unsent changes are in another database, which this code never touches.
 *
 * @returns whether anything was removed; if not, the device is full of other data
 */
export async function evict(db: DirectoryDatabase, dropPictures: () => Promise<boolean>, now: number): Promise<boolean> {
  return (await dropPictures()) || (await dropProjects(db, now + EVICTION_MS)) || (await dropDirectory(db, now + EVICTION_MS))
}

/** Chunks that contain only evictable collections, which are the projects. The top projects are part of the first chunk and stay with it. */
const dropProjects = (db: DirectoryDatabase, until: number) =>
  db.transaction('rw', db.parts, db.rows, db.meta, async () => {
    const state = await db.getMeta('directory')
    if (!state) return false
    const dropped: string[] = []
    for (const key of state.parts) {
      const part = await db.parts.get(key)
      const holds = part ? Object.keys((JSON.parse(part.text) as DirectoryPart).put) : []
      if (holds.length > 0 && holds.every(isEvictable)) dropped.push(key)
    }
    if (dropped.length === 0) return false
    await db.parts.bulkDelete(dropped)
    const parts = state.parts.filter((key) => !dropped.includes(key))
    // A new base: readers reload everything.
    await db.setMeta('directory', { ...state, parts, base: crypto.randomUUID() })
    await db.setMeta('sparing', { what: 'projects', until })
    return true
  })

const dropDirectory = (db: DirectoryDatabase, until: number) =>
  db.transaction('rw', [db.parts, db.words, db.rows, db.meta], async () => {
    if ((await db.parts.count()) + (await db.rows.count()) === 0) return false
    await db.parts.clear()
    await db.words.clear()
    await db.rows.clear()
    await db.meta.bulkDelete(['directory', 'cursor', 'seen', 'incoming'])
    await db.setMeta('sparing', { what: 'directory', until })
    return true
  })
