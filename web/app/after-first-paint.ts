import { liveQuery } from 'dexie'
import { directoryDb } from '#web/db/tab/databases.ts'

/** Maximum wait for the directory on a network that delivers nothing. */
const MAX_WAIT_MS = 10_000
/** From the first stored chunk to its rendering, on a slow machine. */
const PAINT_MS = 1000

/** Resolves when the first screen no longer needs the network for itself: a device with a directory can render. */
export async function afterFirstPaint(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }))
  await Promise.race([hasDirectory(), wait(MAX_WAIT_MS)])
  await wait(PAINT_MS)
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

function hasDirectory(): Promise<void> {
  return new Promise((done) => {
    const following = liveQuery(() => directoryDb.getMeta('directory')).subscribe(
      (state) => {
        if (!state) return
        following.unsubscribe()
        done()
      },
      // A device that cannot store does not need to wait either.
      () => done(),
    )
  })
}
