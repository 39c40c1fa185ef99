import type { PartRow } from './directory-database.ts'

// The stored chunks, for the worker. It does without Dexie: its code would be downloaded a second time.

/** That of `DirectoryDatabase`, as the browser counts it. A database of a newer release may have chunks of another form. */
export const NATIVE_VERSION = 20

let opening: Promise<IDBDatabase> | undefined

/** Stores a chunk. Live queries do not notice this write; a chunk is noticed when it is listed (`DirectoryState.parts`). */
export async function putChunk(part: PartRow): Promise<void> {
  opening ??= open()
  const transaction = (await opening).transaction('parts', 'readwrite')
  transaction.objectStore('parts').put(part)
  await new Promise<void>((done, fail) => {
    transaction.oncomplete = () => done()
    transaction.onabort = () => fail(transaction.error)
  })
}

/** @returns the text of a stored chunk, if it is stored */
export async function readChunkText(key: string): Promise<string | undefined> {
  opening ??= open()
  const reading = (await opening).transaction('parts').objectStore('parts').get(key)
  return new Promise((done, fail) => {
    reading.onsuccess = () => done((reading.result as PartRow | undefined)?.text)
    reading.onerror = () => fail(reading.error)
  })
}

/** @throws where the database does not exist, or is of another release: only Dexie creates and upgrades it */
function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open('latchkey-directory', NATIVE_VERSION)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onerror = () => {
      opening = undefined
      fail(request.error)
    }
    request.onsuccess = () => {
      const database = request.result
      const forget = () => {
        opening = undefined
      }
      // A newer release in another tab upgrades the database.
      database.onversionchange = () => {
        forget()
        database.close()
      }
      database.onclose = forget
      done(database)
    }
  })
}
