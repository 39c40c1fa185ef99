import Dexie, { type DexieOptions } from 'dexie'
import type { DirectoryDatabase } from '#web/db/directory-database.ts'
import { PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import type { createApi } from '#web/net/api.ts'
import { type Platform, PRINCIPAL_LOCK } from '#web/sync/engine/platform.ts'
import { withStorageTimeout } from '#web/sync/engine/timeouts.ts'
import type { Transport } from '#web/sync/engine/transport.ts'

/** What a worker needs from a device, and what a test replaces. */
export type WorkerPlatform = Pick<Platform, 'dexie' | 'locks' | 'after' | 'now'> & {
  api: ReturnType<typeof createApi>
  openDirectory: () => DirectoryDatabase
}

export type WorkerSession = { transport: Transport; directory: DirectoryDatabase; db: PrivateDatabase }

/** Maximum time to wait for a principal switch; if a tab hangs in one, the next wake-up tries again. */
const SWITCH_TIMEOUT_MS = 10_000

/** Opens the database of the current principal, unless a sign-out is pending or there is no database. */
export async function withWorkerSession(device: WorkerPlatform, work: (session: WorkerSession) => Promise<void>) {
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
 * Opened under the principal lock: a database that is opened just after its deletion would be recreated, empty, under the name of
 * the departed principal.
 */
async function openKnown({ dexie, locks, after }: WorkerPlatform, directory: DirectoryDatabase) {
  const controller = new AbortController()
  const cancel = after(SWITCH_TIMEOUT_MS, () =>
    controller.abort(new DOMException('A principal switch is running.', 'TimeoutError')),
  )
  const open = async (signal: AbortSignal) => {
    const pointer = await directory.getMeta('principal')
    // Opening a missing database would create it.
    if (!pointer || pointer.endsSession || !(await exists(privateDatabaseName(pointer.principal), dexie))) return undefined
    const db = new PrivateDatabase(pointer.principal, pointer.life, dexie)
    await db.open()
    if (signal.aborted) db.close()
    return db
  }
  const openInTime = () => {
    cancel()
    // A storage that does not respond must not block principal switches in all tabs.
    return withStorageTimeout(after, SWITCH_TIMEOUT_MS, open)
  }
  return locks.exclusively(PRINCIPAL_LOCK, openInTime, controller.signal)
}

/** Like `Dexie.exists`, but it also works with the storage that `options` names. */
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
