import { STORAGE_TIMEOUT_MESSAGE, storageSentence } from '#web/db/storage-errors.ts'
import { currentPrivateDb, directoryDb, setPrivateDb } from '#web/db/tab/databases.ts'
import { nameShown } from '#web/net/shown-principal.ts'
import { refreshConfig } from '#web/net/tab/config.ts'
import { forgetLeft, hasLeftByAddress } from '#web/net/tab/left-by-address.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { browserPlatform, onTriggers, refreshNowAndThen } from '#web/sync/tab/browser-platform.ts'
import { SyncClient } from '#web/sync/tab/sync-client.ts'
import { acceptStoredStatus, reportStorageFault } from '#web/sync/tab/use-sync-status.ts'
import { afterFirstPaint } from './after-first-paint.ts'
import { loadBackground } from './load-background.ts'

const loadMutations = async () => (await loadBackground()).mutationRegistry

/** Opening the databases takes a tenth of a second; after this time the user is informed. */
const LATE_MS = 8000

/** The composition root of the browser: the one place where features and the sync engine meet. */
export async function startSync(): Promise<void> {
  const client = new SyncClient({
    device: browserPlatform(),
    loadMutations,
    directory: directoryDb,
    onPrivateDb: (db) => {
      nameShown(db?.principal)
      setPrivateDb(db)
    },
    onStorageFault: reportStorageFault,
    onLeader: acceptStoredStatus,
  })
  provideSync(client)
  // Another tab that is suspended while it owns a lock, or a storage process that died: the status reports it.
  const late = setTimeout(() => reportStorageFault(STORAGE_TIMEOUT_MESSAGE), LATE_MS)
  try {
    const hasLeft = hasLeftByAddress()
    await client.start(hasLeft)
    if (hasLeft && currentPrivateDb()?.principal === 'guest') forgetLeft()
    reportStorageFault(undefined)
  } catch (error) {
    reportStorageFault(storageSentence(error) ?? String(error))
    return
  } finally {
    clearTimeout(late)
  }
  onTriggers(client.requestSync, client.cameOnline)
  // Offline, the last stored configuration is used; a page that needs a newer one requests it again.
  await refreshConfig().catch(() => undefined)
  // Loaded before the user writes offline. The first screen does not wait for it.
  await afterFirstPaint()
  void loadBackground()
    .then(({ startInBackground }) => startInBackground())
    .catch(() => undefined)
  void refreshNowAndThen()
}
