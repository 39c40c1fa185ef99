import type { Investor } from '#shared/directory/contract.ts'
import { mark, markPainted } from './marks.ts'
import { FIRST_SCREEN, renderRows } from './rows.ts'

/**
 * The physical limit: all records as one JSON, brotli-compressed in transit, kept in memory and stored as one IndexedDB value. It
 * cannot sync, share or resume; a system that can will not be much faster.
 */
const database = await new Promise<IDBDatabase>((done, fail) => {
  const opening = indexedDB.open('baseline', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('blob')
  opening.onsuccess = () => done(opening.result)
  opening.onerror = () => fail(opening.error)
})

const readBlob = () =>
  new Promise<string | undefined>((done, fail) => {
    const reading = database.transaction('blob').objectStore('blob').get('all')
    reading.onsuccess = () => done(reading.result)
    reading.onerror = () => fail(reading.error)
  })

const writeBlob = (text: string) =>
  new Promise<void>((done, fail) => {
    const transaction = database.transaction('blob', 'readwrite', { durability: 'strict' })
    transaction.objectStore('blob').put(text, 'all')
    transaction.oncomplete = () => done()
    transaction.onerror = () => fail(transaction.error)
  })

const stored = await readBlob()
const text = stored ?? (await (await fetch('/blob.json')).text())
const investors: Investor[] = JSON.parse(text)
renderRows(investors)
markPainted('painted')
if (!stored) {
  await writeBlob(text)
  mark('durable')
}

/** A filter in its simplest form. */
function queryNaively(stage: string, sector: string, tokens: string[]): Investor[] {
  return investors
    .filter((investor) => {
      const haystack = `${investor.name} ${investor.fund} ${investor.location}`.toLowerCase()
      return (
        investor.stages.includes(stage) && investor.sectors.includes(sector) && tokens.every((word) => haystack.includes(word))
      )
    })
    .sort((one, other) => one.name.localeCompare(other.name))
    .slice(0, FIRST_SCREEN)
}

declare global {
  interface Window {
    baseline: { query: typeof queryNaively }
  }
}
window.baseline = { query: queryNaively }
mark('ready')
