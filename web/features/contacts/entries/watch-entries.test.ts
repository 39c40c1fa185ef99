import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntriesByContact } from '#shared/contacts/entries-by-contact.ts'
import type { EntryId } from '#shared/contacts/entry.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { watchEntries } from './watch-entries.ts'

let db: PrivateDatabase
let index: EntriesByContact | undefined
let end: () => void

const idOf = (nth: number) => `ent_${String(nth).padStart(4, '0')}` as EntryId
const entry = (nth: number, text: string) => ({ ...sampleEntry({ id: idOf(nth), text }), version: 1 })
const texts = () => (index?.get('rec1' as VcId) ?? []).map(({ text }) => text).sort()

/** Resolves when Dexie has reported the next change of the entries. Other databases of the window report theirs as well. */
const nextChange = () =>
  new Promise<void>((resolve) => {
    const onMutated = (parts: Record<string, unknown>) => {
      if (!parts[`idb://${db.name}/entries/`]) return
      Dexie.on.storagemutated.unsubscribe(onMutated as never)
      resolve()
    }
    Dexie.on('storagemutated', onMutated as never)
  })

beforeEach(async () => {
  db = new PrivateDatabase('pri_watched' as PrincipalId, 'life')
  index = undefined
  const isReported = nextChange()
  await db.entries.bulkPut(Array.from({ length: 2500 }, (_, nth) => entry(nth, `Note ${nth}`)))
  // Dexie reports a change some time after it is stored; this one is not about what is watched later.
  await isReported
  end = watchEntries(db, (next) => {
    index = next
  })
  await eventually(() => expect(texts()).toHaveLength(2500))
})
afterEach(async () => {
  end()
  await db.delete()
})

test('all entries are read in slices; after a change only the changed ones are', async () => {
  const [whole, some] = [vi.spyOn(db.entries, 'where'), vi.spyOn(db.entries, 'bulkGet')]
  await db.entries.put(entry(7, 'Changed'))
  await eventually(() => expect(texts()).toContain('Changed'))
  await db.entries.bulkPut([entry(9000, 'Added'), entry(9001, 'Added as well')])
  await eventually(() => expect(texts()).toContain('Added as well'))
  await db.entries.delete(idOf(8))
  await eventually(() => expect(texts()).not.toContain('Note 8'))
  expect(texts()).toHaveLength(2501)
  expect(whole).not.toHaveBeenCalled()
  expect(some.mock.calls.map(([ids]) => ids)).toEqual([[idOf(7)], [idOf(9000), idOf(9001)], [idOf(8)]])
})

test('after a read that failed everything is read again, without another change', async () => {
  vi.spyOn(db.entries, 'bulkGet').mockRejectedValueOnce(new Error('The connection was lost.'))
  await db.entries.put(entry(7, 'Changed'))
  await eventually(() => expect(texts()).toContain('Changed'))
  expect(texts()).toHaveLength(2500)
})

test('a change through another connection is shown, and one of all entries reads them again', async () => {
  const other = new PrivateDatabase('pri_watched' as PrincipalId, 'life')
  await other.entries.put(entry(7, 'Of another tab'))
  await eventually(() => expect(texts()).toContain('Of another tab'))
  await other.entries.clear()
  await eventually(() => expect(texts()).toEqual([]))
  other.close()
})

test('the list of a contact without a change stays the same object', async () => {
  await db.entries.put({ ...entry(9000, 'Elsewhere'), contactId: 'rec2' as VcId })
  await eventually(() => expect(index?.has('rec2' as VcId)).toBe(true))
  const before = index?.get('rec1' as VcId)
  await db.entries.put({ ...entry(9001, 'Elsewhere again'), contactId: 'rec2' as VcId })
  await eventually(() => expect(index?.get('rec2' as VcId)).toHaveLength(2))
  expect(index?.get('rec1' as VcId)).toBe(before)
})
