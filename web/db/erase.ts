import type { PrivateDatabase } from './private-database.ts'
import type { Schedule } from './schedule.ts'

/** A deletion can be blocked by a tab that does not let go; nobody waits for that. */
const DELETE_WITHIN_MS = 2000

/**
 * Empties the database at once, then deletes it. Emptied alone, what it held would stay in the browser's log on the disk,
 * which is only ever added to; deleting it makes Chromium write its files anew.
 *
 * @returns whether it is deleted; when not, it is empty, and the next start tries again
 */
export async function erasePrivateDatabase(db: PrivateDatabase, after: Schedule): Promise<boolean> {
  const isOurs = await db.transaction('rw', db.tables, async () => {
    const life = await db.getMeta('life')
    if (life !== undefined && life !== db.life) return false
    for (const table of db.tables) await table.clear()
    return true
  })
  // The same person came back meanwhile: it is theirs again.
  if (!isOurs) return true
  let callOff: (() => void) | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    callOff = after(DELETE_WITHIN_MS, () => resolve(false))
  })
  const isDeleted = db.delete().then(() => true)
  try {
    return await Promise.race([isDeleted, tooLate])
  } finally {
    callOff?.()
  }
}
