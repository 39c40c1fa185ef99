import Dexie from 'dexie'
import { after } from '#web/db/after.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { commands } from '#web/mutators.ts'
import { createApi } from '#web/net/api.ts'
import { applyResults } from '#web/sync/apply-private.ts'
import { locks } from '#web/sync/browser-locks.ts'
import { readClientId } from '#web/sync/client-id.ts'
import { LEADER_LOCK } from '#web/sync/device.ts'
import { BOTH } from '#web/sync/loop.ts'
import { listWaiting } from '#web/sync/outbox.ts'
import { push } from '#web/sync/push.ts'
import { runRound } from '#web/sync/round.ts'
import type { Wire } from '#web/sync/wire.ts'

/** A tab that leads has sent everything by then, or it hangs. */
const TAB_MS = 10_000

type Here = { wire: Wire; directory: DirectoryDatabase; db: PrivateDatabase }

/**
 * Sends what waits once the network is back. A tab that leads does it itself, and holds the lock for as long as it lives;
 * if something waits even so, the worker sends it beside that tab: the server's marks make it one effect.
 *
 * @throws when something still waits: the browser then wakes the worker again
 */
export const pushFromWorker = () =>
  here(async (place) => {
    const send = () => pushAll(place)
    await navigator.locks.request(LEADER_LOCK, { signal: AbortSignal.timeout(TAB_MS) }, send).catch(async (error: unknown) => {
      if (!isTimeout(error)) throw error
      await send()
    })
  })

/** Comes round by itself in an installed app: what waits is sent, and everything is there in its newest form before it is opened. */
export const refreshFromWorker = () =>
  here(async ({ wire, directory, db }) => {
    await navigator.locks.request(LEADER_LOCK, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      const clientId = await readClientId(directory)
      const loadCommands = async () => commands
      // A change of hands is for a tab to carry out; whoever opens one sees how things stand.
      const nothing = async () => undefined
      const deps = { wire, clientId, directory, loadCommands, now: Date.now, currentDb: () => db, makeRoom: async () => false }
      await runRound({ ...deps, showPhase: nothing, onOther: nothing, onDeleted: nothing }, new Set(BOTH))
    })
  })

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

async function pushAll({ wire, directory, db }: Here): Promise<void> {
  if ((await listWaiting(db)).length === 0) return
  const outcome = await push(wire, await readClientId(directory), db, async () => commands.targetOf)
  await applyResults(db, outcome, Date.now())
  if ((await listWaiting(db)).length > 0) throw new Error('Something still waits.')
}

/** Opens what this device holds of its current principal, if there is one whom the server may still hear of. */
async function here(work: (place: Here) => Promise<void>): Promise<void> {
  const directory = new DirectoryDatabase()
  try {
    const pointer = await directory.getMeta('principal')
    // Opening a database that is not there would make one.
    if (!pointer || pointer.endsSession || !(await Dexie.exists(privateDatabaseName(pointer.principal)))) return
    const db = new PrivateDatabase(pointer.principal, pointer.life)
    const api = createApi((path, init) => fetch(path, init))
    try {
      await work({ wire: { api, locks, stop: new AbortController().signal, after }, directory, db })
    } finally {
      db.close()
    }
  } finally {
    directory.close()
  }
}
