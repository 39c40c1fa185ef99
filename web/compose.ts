import { directoryDb, setPrivateDb } from '#web/db/current.ts'
import { storageSentence } from '#web/db/storage-fault.ts'
import { showNote, showSaved } from '#web/features/contacts/mutations.ts'
import { showIntroRequest } from '#web/features/unlocks/mutations.ts'
import { refreshConfig } from '#web/net/config.ts'
import { browserDevice, onTriggers } from '#web/sync/browser-device.ts'
import { SyncClient } from '#web/sync/client.ts'
import { provideSync } from '#web/sync/current.ts'
import type { ClientMutators } from '#web/sync/mutators.ts'
import { reportStorageFault } from '#web/sync/status.ts'

/** What each command shows on the device before the server has done it. A missing one does not compile. */
const mutators: ClientMutators = {
  'contact.note': showNote,
  'investor.save': showSaved,
  'intro.request': showIntroRequest,
}

/** The composition root of the browser's side: the one place where features and the sync engine meet. */
export async function startSync(): Promise<void> {
  const client = new SyncClient({
    device: browserDevice(),
    mutators,
    directory: directoryDb,
    onPrivateDb: setPrivateDb,
    onStorageFault: reportStorageFault,
  })
  provideSync(client)
  try {
    await client.start()
  } catch (error) {
    reportStorageFault(storageSentence(error) ?? String(error))
    return
  }
  onTriggers(client.requestSync)
  // Offline the last answer stands; a page that needs a newer one asks again.
  await refreshConfig().catch(() => undefined)
}
