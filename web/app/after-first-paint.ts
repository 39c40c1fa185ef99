import { liveQuery } from 'dexie'
import { directoryDb } from '#web/db/tab/databases.ts'

/** Nobody waits longer for a network that gives nothing. */
const PATIENCE_MS = 10_000
/** From the first part on the device until it stands on the screen, on a slow machine. */
const PAINTED_WITHIN_MS = 1000

/** Resolves when the first screen has had the wires to itself: a device that holds a directory has something to show. */
export async function afterFirstPaint(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }))
  await Promise.race([hasDirectory(), wait(PATIENCE_MS)])
  await wait(PAINTED_WITHIN_MS)
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
      // A device that cannot store keeps nothing for later either.
      () => done(),
    )
  })
}
