/** Chromium rewrites its files in the background, within milliseconds of the page's deletion event. */
const MIN_REWRITE_MS = 150
/** On a busy machine the rewrite is as late as the deletion itself. */
const MAX_REWRITE_MS = 1000
/** Longer than any transaction of the product on a busy machine, where 0.7 s was measured. */
const LOCK_TIMEOUT_MS = 8000
const MAX_LOCK_MS = 12_000

/**
 * Runs work that deletes a database while no transaction reads or writes `directory`. Chromium keeps all databases of an origin
 * in one LevelDB. Data that is deleted while a cursor of any of them is open is copied into the new files, and no later deletion
 * removes it. A file that was being read when it was replaced stays until the next rewrite, so a small database is created and
 * deleted afterwards.
 *
 * Resolves with the work; the directory is released about 300 ms later, on a busy machine after up to 2 s.
 */
export async function withDirectoryHeld<Result>(directory: IDBDatabase, work: () => Promise<Result>): Promise<Result> {
  const release = await hold(directory)
  const tooLong = setTimeout(release, MAX_LOCK_MS)
  const beganAt = performance.now()
  try {
    return await work()
  } finally {
    void rewrite(Math.min(Math.max(2 * (performance.now() - beganAt), MIN_REWRITE_MS), MAX_REWRITE_MS))
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(tooLong)
        release()
      })
  }
}

/** Keeps one transaction over all stores open, by issuing requests in a loop, until it is released. */
async function hold(directory: IDBDatabase): Promise<() => void> {
  let isReleased = false
  const isHeld = new Promise<void>((resolve) => {
    const stores = [...directory.objectStoreNames]
    const transaction = directory.transaction(stores, 'readwrite', { durability: 'relaxed' })
    transaction.onabort = () => resolve()
    const ask = () => {
      transaction.objectStore(stores[0] as string).count('none').onsuccess = () => {
        resolve()
        if (!isReleased) ask()
      }
    }
    ask()
  })
  // A directory that cannot be locked does not block a sign-out.
  await Promise.race([isHeld.catch(() => undefined), wait(LOCK_TIMEOUT_MS)])
  return () => {
    isReleased = true
  }
}

async function rewrite(withinMs: number) {
  await wait(withinMs)
  await makeAndDelete('latchkey-rewrite')
  await wait(withinMs)
}

const makeAndDelete = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('none')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      opening.result.close()
      const deletion = indexedDB.deleteDatabase(name)
      deletion.onsuccess = () => resolve()
      deletion.onerror = () => reject(deletion.error)
    }
  })

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
