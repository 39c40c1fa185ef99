import Dexie, { type DexieOptions } from 'dexie'
import type { DirectoryDatabase } from '#web/db/directory-database.ts'
import { PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { type Platform, PRINCIPAL_LOCK } from '#web/sync/engine/platform.ts'
import { withStorageTimeout } from '#web/sync/engine/timeouts.ts'
import type { Transport } from '#web/sync/engine/transport.ts'

/** What a worker needs of a device, and what a test replaces. */
export type WorkerPlatform = Pick<Platform, 'api' | 'dexie' | 'locks' | 'after' | 'now'> & {
  openDirectory: () => DirectoryDatabase
}

export type WorkerSession = { transport: Transport; directory: DirectoryDatabase; db: PrivateDatabase }

/** So long a change of hands may take; a tab that hangs over one is for the next time. */
const HANDS_MS = 10_000

/** Opens what this device holds of its current principal, if there is one whom the server may still hear of. */
export async function here(device: WorkerPlatform, work: (place: WorkerSession) => Promise<void>) {
  const { api, locks, after } = device
  const directory = device.openDirectory()
  try {
    const db = await openKnown(device, directory)
    if (!db) return
    try {
      await work({ transport: { api, locks, stop: new AbortController().signal, after }, directory, db })
    } finally {
      db.close()
    }
  } finally {
    directory.close()
  }
}

/**
 * While nobody signs in or out: a database that was opened a moment after its deletion would be there again, empty, with
 * the name of whoever left.
 */
async function openKnown({ dexie, locks, after }: WorkerPlatform, directory: DirectoryDatabase) {
  const patience = new AbortController()
  const callOff = after(HANDS_MS, () => patience.abort(new DOMException('This device changes hands.', 'TimeoutError')))
  const open = async (given: AbortSignal) => {
    const pointer = await directory.getMeta('principal')
    // Opening a database that is not there would make one.
    if (!pointer || pointer.endsSession || !(await exists(privateDatabaseName(pointer.principal), dexie))) return undefined
    const db = new PrivateDatabase(pointer.principal, pointer.life, dexie)
    await db.open()
    if (given.aborted) db.close()
    return db
  }
  const openInTime = () => {
    callOff()
    // A storage that says nothing must not keep every tab from changing hands.
    return withStorageTimeout(after, HANDS_MS, open)
  }
  return locks.exclusively(PRINCIPAL_LOCK, openInTime, patience.signal)
}

/** As `Dexie.exists`, which looks on the browser's own disk. */
async function exists(name: string, options: DexieOptions): Promise<boolean> {
  const db = new Dexie(name, options)
  try {
    await db.open()
    return true
  } catch (error) {
    if (error instanceof Error && error.name === Dexie.errnames.NoSuchDatabase) return false
    throw error
  } finally {
    db.close()
  }
}
