import { liveQuery, type Subscription } from 'dexie'
import { countQueuedPhotos } from '#web/db/photo-queue.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { schedule } from '#web/db/schedule.ts'
import { currentPrivateDb, onPrivateDb } from '#web/db/tab/databases.ts'
import { backoffMs } from '#web/sync/engine/sync-loop.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { isFrugal, onConnectionChange } from './connection.ts'
import { syncPhotos } from './photo-sync.ts'

/** Only one tab runs the queue. */
const LOCK = 'latchkey-photos'

let run: (isAsked?: boolean) => void = () => undefined

/** Runs the queue now, also on a slow or expensive connection: the user has asked for it. */
export const sendPhotosNow = () => run(true)

/**
 * Runs the queue of photos while the app is open: when a photo is added, when the outbox is empty, when the private lane changes
 * and when the connection changes. On a connection that is slow or costs money the photos wait until the user asks.
 */
export function keepPhotosInSync(): void {
  let subscription: Subscription | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let again = false
  const start = async (isAsked: boolean) => {
    const db = currentPrivateDb()
    if (!db || !navigator.onLine || (!isAsked && isFrugal())) return
    if (running) {
      again = true
      return
    }
    running = true
    clearTimeout(timer)
    const { pending, notBeforeMs = 0 } = (await alone(db)) ?? { pending: true }
    running = false
    failures = pending ? failures + 1 : 0
    if (again) {
      again = false
      return void start(false)
    }
    if (pending) timer = setTimeout(() => void start(false), Math.max(notBeforeMs, backoffMs(failures, Math.random)))
  }
  run = (isAsked = false) => {
    failures = 0
    void start(isAsked)
  }
  const watch = () => {
    subscription?.unsubscribe()
    const db = currentPrivateDb()
    if (!db) return
    const changes = liveQuery(() =>
      Promise.all([
        countQueuedPhotos(db),
        db.photos.toCollection().primaryKeys(),
        db.outbox.where('state').equals('waiting').count(),
      ]),
    )
    // The queue writes its own progress, which is no reason to run it again.
    let before = ''
    const onChange = (state: unknown) => {
      const after = JSON.stringify(state)
      if (after === before) return
      before = after
      run()
    }
    subscription = changes.subscribe({ next: onChange, error: () => undefined })
  }
  onPrivateDb(watch)
  onConnectionChange(() => run())
  watch()
}

/** @returns undefined when another tab runs the queue, or when the principal of the device has changed */
async function alone(db: PrivateDatabase) {
  const stop = new AbortController()
  const release = onPrivateDb(() => currentPrivateDb() !== db && stop.abort())
  try {
    const deps = {
      send: (path: string, init: RequestInit) => fetch(path, init),
      now: Date.now,
      after: schedule,
      requestSync,
      stop: stop.signal,
    }
    return await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => (lock ? syncPhotos(deps, db) : undefined))
  } catch {
    return undefined
  } finally {
    release()
  }
}
