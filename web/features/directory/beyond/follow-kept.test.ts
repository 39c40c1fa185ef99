import { afterEach, beforeEach, expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { directoryDb, setPrivateDb } from '#web/db/tab/databases.ts'
import { DirectoryStore } from '#web/replica/public-replica.ts'
import { followKept } from './follow-kept.ts'

const investor = (id: string, name: string) => sampleInvestor({ id: id as VcId, name })

let store: DirectoryStore
let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', `life-${Math.random()}`)
  await db.open()
  setPrivateDb(db)
  await keep('rec9', 'Kept')
  await download(investor('rec1', 'Anna'))
  store = new DirectoryStore(directoryDb)
  store.subscribe(() => undefined)
  await shows('Anna')
  followKept(store)
  await shows('Anna', 'Kept')
})
afterEach(async () => {
  store.stop()
  setPrivateDb(undefined)
  await db.delete()
})

const keep = (id: string, name: string) =>
  db.keptInvestors.put({ id: id as VcId, investor: investor(id, name), keptAt: Date.now() })

let base = 0
/** The device has a new directory with these investors. */
async function download(...investors: ReturnType<typeof investor>[]) {
  base += 1
  const key = `follow-${base}`
  await Promise.all([directoryDb.parts.clear(), directoryDb.rows.clear()])
  await directoryDb.parts.add({ key, text: JSON.stringify({ put: { investors } }), size: investors.length })
  await directoryDb.setMeta('directory', { epoch: 'e', parts: [key], base: key, isComplete: true, revision: 0 })
}

const shows = (...names: string[]) =>
  eventually(() => expect([...store.set.index.documents()].map(({ name }) => name).sort()).toEqual(names))

test('a new directory keeps what this device keeps beside it', async () => {
  await download(investor('rec2', 'Bob'))
  await shows('Bob', 'Kept')
  expect(store.set.isInDirectory('rec9')).toBe(false)
})

/** The directory gets the kept investor itself, without being replaced. */
const joins: [how: string, join: () => Promise<unknown>][] = [
  [
    'a delta',
    async () => {
      const state = await directoryDb.getMeta('directory')
      await directoryDb.rows.put({ collection: 'investors', id: 'rec9', doc: investor('rec9', 'Listed'), revision: 1 })
      if (state) await directoryDb.setMeta('directory', { ...state, revision: 1 })
    },
  ],
  [
    'a chunk',
    async () => {
      const state = await directoryDb.getMeta('directory')
      const text = JSON.stringify({ put: { investors: [investor('rec9', 'Listed')] } })
      await directoryDb.parts.add({ key: 'joined', text, size: 1 })
      if (state) await directoryDb.setMeta('directory', { ...state, parts: [...state.parts, 'joined'] })
    },
  ],
]

test.each(joins)('an investor that joins the directory by %s is its own there, also when it is kept no more', async (_, join) => {
  await join()
  await shows('Anna', 'Listed')
  expect(store.set.isInDirectory('rec9')).toBe(true)
  await db.keptInvestors.clear()
  await keep('rec8', 'Other')
  await shows('Anna', 'Listed', 'Other')
})

test('what is kept no more is not shown, nor what another principal keeps', async () => {
  await db.keptInvestors.clear()
  await shows('Anna')
  await keep('rec9', 'Kept')
  await shows('Anna', 'Kept')
  setPrivateDb(undefined)
  await shows('Anna')
})
