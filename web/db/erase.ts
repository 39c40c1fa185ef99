import type { PrivateDatabase } from './private-database.ts'
import type { Schedule } from './schedule.ts'

/** A tab with an open connection can block a deletion; the caller does not wait for that. */
const DELETE_TIMEOUT_MS = 2000

/**
 * Empties the database immediately, then deletes it. After emptying alone, the data would remain in the browser's append-only log
 * on disk; deleting makes Chromium rewrite its files.
 *
 * @returns whether it is deleted; if not, it is empty, and the next start tries again
 */
export async function erasePrivateDatabase(db: PrivateDatabase, after: Schedule): Promise<boolean> {
  const isOurs = await db.transaction('rw', db.tables, async () => {
    const life = await db.getMeta('life')
    if (life !== undefined && life !== db.life) return false
    for (const table of db.tables) await table.clear()
    return true
  })
  // The same principal has signed in again since and owns the database.
  if (!isOurs) return true
  let cancel: (() => void) | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    cancel = after(DELETE_TIMEOUT_MS, () => resolve(false))
  })
  const isDeleted = db.delete().then(() => true)
  try {
    return await Promise.race([isDeleted, tooLate])
  } finally {
    cancel?.()
  }
}
