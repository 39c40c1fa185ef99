import Dexie from 'dexie'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { createApi } from '#web/net/api.ts'
import { applyResults } from '#web/sync/apply-private.ts'
import { locks } from '#web/sync/browser-locks.ts'
import { readClientId } from '#web/sync/client-id.ts'
import { targetOf } from '#web/sync/commands.ts'
import { LEADER_LOCK } from '#web/sync/device.ts'
import { push } from '#web/sync/push.ts'

/** Sends what waits once the network is back and no tab is open to do it. A tab that leads does it itself. */
export async function pushFromWorker(): Promise<void> {
  await navigator.locks.request(LEADER_LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const directory = new DirectoryDatabase()
    try {
      await pushCurrent(directory)
    } finally {
      directory.close()
    }
  })
}

async function pushCurrent(directory: DirectoryDatabase): Promise<void> {
  const pointer = await directory.getMeta('principal')
  // Opening a database that is not there would make one.
  if (!pointer || pointer.endsSession || !(await Dexie.exists(privateDatabaseName(pointer.principal)))) return
  const db = new PrivateDatabase(pointer.principal, pointer.life)
  try {
    const api = createApi((path, init) => fetch(path, init))
    const wire = { api, locks, stop: new AbortController().signal }
    const outcome = await push(wire, await readClientId(directory), db, async () => targetOf)
    await applyResults(db, outcome)
  } finally {
    db.close()
  }
}
