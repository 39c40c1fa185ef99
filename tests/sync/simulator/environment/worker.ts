import { IDBKeyRange } from 'fake-indexeddb'
import type { SimDevice } from '#tests/sync/simulator/device.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { createApi } from '#web/net/api.ts'
import { pushPending } from '#web/service-worker/background-push.ts'
import { TabDisk, withoutOthers } from './disk.ts'
import { JsContext, timersOf } from './js-context.ts'

/** The browser wakes the service worker for pending mutations, and ends it after half a minute. */
const LIFETIME_MS = 30_000

export class SimWorker {
  readonly context = new JsContext()
  readonly disk: TabDisk

  constructor(host: SimDevice) {
    const { clock, network } = host.deps
    const { now } = host
    const { context } = this
    this.disk = new TabDisk(host.disk, context)
    const dexie = { indexedDB: this.disk, IDBKeyRange, cache: 'disabled' as const, addons: [host.fullDisk.addon, withoutOthers] }
    const openDirectory = () => Object.assign(new DirectoryDatabase(dexie), { name: host.directoryName })
    const after = timersOf(clock, context)
    const device = { api: createApi(network.of(context)), dexie, locks: host.locks.of(context), after, now, openDirectory }
    clock.after(LIFETIME_MS, () => context.die())
    // A failure is retried by the next tab or worker.
    const end = () => context.die()
    pushPending(device).then(end, end)
  }
}
