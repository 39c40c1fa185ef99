import type { DirectoryPart } from '#shared/sync/protocol.ts'
import { type DirectoryDatabase, SPARE_MS } from '#web/db/directory-database.ts'

/**
 * Gives up the least of what this device holds, because it is full: pictures, then projects, then the directory. Contacts
 * and what was written are in another database, and nothing here reaches it.
 *
 * @returns whether something was given up; when not, the device is full of other things
 */
export async function evict(db: DirectoryDatabase, dropPictures: () => Promise<boolean>, now: number): Promise<boolean> {
  return (await dropPictures()) || (await dropProjects(db, now + SPARE_MS)) || (await dropDirectory(db, now + SPARE_MS))
}

/** Parts that hold projects alone; the best of them ride with the first part, and stay with it. */
const dropProjects = (db: DirectoryDatabase, until: number) =>
  db.transaction('rw', db.parts, db.rows, db.meta, async () => {
    const state = await db.getMeta('directory')
    if (!state) return false
    const dropped: string[] = []
    for (const key of state.parts) {
      const part = await db.parts.get(key)
      const holds = part ? Object.keys((JSON.parse(part.text) as DirectoryPart).put) : []
      if (holds.length === 1 && holds[0] === 'projects') dropped.push(key)
    }
    if (dropped.length === 0) return false
    await db.parts.bulkDelete(dropped)
    const parts = state.parts.filter((key) => !dropped.includes(key))
    // Another base: whoever reads it starts over.
    await db.setMeta('directory', { ...state, parts, base: crypto.randomUUID() })
    await db.setMeta('sparing', { what: 'projects', until })
    return true
  })

const dropDirectory = (db: DirectoryDatabase, until: number) =>
  db.transaction('rw', db.parts, db.rows, db.meta, async () => {
    if ((await db.parts.count()) + (await db.rows.count()) === 0) return false
    await db.parts.clear()
    await db.rows.clear()
    await db.meta.bulkDelete(['directory', 'cursor', 'seen', 'incoming'])
    await db.setMeta('sparing', { what: 'directory', until })
    return true
  })
