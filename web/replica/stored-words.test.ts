import { beforeEach, expect, test } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import { WORDS_FORMAT } from '#shared/search/stored-words.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { DirectoryDatabase, type DirectoryState } from '#web/db/directory-database.ts'
import { compactOverlay } from '#web/sync/engine/compact-overlay.ts'
import { evict } from '#web/sync/engine/evict.ts'
import { buildWords } from './build-words.ts'
import { ChunkWork } from './chunk-work.ts'
import { DirectoryStore } from './public-replica.ts'

const investor = (id: string, name: string) => sampleInvestor({ id: id as never, name, bio: `Biography of ${name}` })
const part = (key: string, ...docs: Investor[]) => ({
  key,
  text: JSON.stringify({ put: { investors: docs } }),
  size: docs.length,
})
const state = (parts: string[], more: Partial<DirectoryState> = {}): DirectoryState => ({
  ...{ epoch: 'e', base: 'b', isComplete: true, revision: 0, parts },
  ...more,
})

let db: DirectoryDatabase
/** Chunks that were tokenised, by every launch of a test. */
let built: string[]

beforeEach(async () => {
  built = []
  db = new DirectoryDatabase()
  await Promise.all(db.tables.map((table) => table.clear()))
  await db.parts.bulkAdd([part('one', investor('recA', 'Ada'), investor('recB', 'Bo')), part('two', investor('recC', 'Cy'))])
  await db.setMeta('directory', state(['one', 'two']))
  return () => db.close()
})

/** A tab whose directory is complete. It tokenises as the product does, without a worker. */
async function launch() {
  class Recorded extends ChunkWork {
    override async wordsOf(_key: string, text: string) {
      built.push(text)
      return buildWords(text)
    }
  }
  const pause = async () => undefined
  const store = new DirectoryStore(db, pause, async () => ({ ChunkWork: Recorded }))
  store.subscribe(() => undefined)
  await eventually(() => expect(store.isComplete).toBe(true))
  return { store, found: (text: string) => store.set.index.query({ text }).items.map(({ name }) => name) }
}

const storedKeys = () => db.words.toCollection().primaryKeys()
const untilStored = (...keys: string[]) => eventually(async () => expect(await storedKeys()).toEqual(keys))

async function launchOnce() {
  const { store } = await launch()
  await untilStored('one', 'two')
  store.stop()
  built = []
}

test('a chunk is tokenised once on a device: the next launch opens its words, and finds the same', async () => {
  await launchOnce()
  const { store, found } = await launch()
  expect([found('biography'), found('cy'), found('ida')]).toEqual([['Ada', 'Bo', 'Cy'], ['Cy'], ['Ada']])
  expect(built).toEqual([])
  store.stop()
})

test.each([
  ['another format', { format: WORDS_FORMAT + 1 }],
  ['another number of investors', { size: 7 }],
])('words of %s are made again', async (_, change) => {
  await launchOnce()
  await db.words.update('two', { ...change, words: 'wrong' })
  const { store, found } = await launch()
  expect(found('cy')).toEqual(['Cy'])
  await eventually(async () => expect(await db.words.get('two')).toMatchObject({ format: WORDS_FORMAT, size: 1 }))
  store.stop()
})

test('an investor that changed after its chunk was stored is found by its new words only', async () => {
  await launchOnce()
  await db.rows.bulkAdd([
    { collection: 'investors', id: 'recA', doc: investor('recA', 'Zoe'), revision: 1 },
    { collection: 'investors', id: 'recC', revision: 1 },
  ])
  await db.setMeta('directory', state(['one', 'two'], { revision: 1 }))
  const { store, found } = await launch()
  expect([found('ada'), found('zoe'), found('cy'), found('biography')]).toEqual([[], ['Zoe'], [], ['Bo', 'Zoe']])
  store.stop()
})

test('what is painted first does not move when the rest of the directory is opened', async () => {
  await launchOnce()
  await db.rows.add({ collection: 'investors', id: 'recA', doc: investor('recA', 'Zoe'), revision: 1 })
  await db.setMeta('directory', state(['one', 'two'], { revision: 1 }))
  const store = new DirectoryStore(db, async () => undefined)
  const shown: string[][] = []
  store.subscribe(() => shown.push(store.set.index.query({}).items.map(({ name }) => name)))
  await eventually(() => expect(store.isComplete).toBe(true))
  expect(shown[0]).toEqual(['Bo', 'Zoe'])
  store.stop()
})

test('a chunk that is replaced takes its words along', async () => {
  await launchOnce()
  await db.rows.add({ collection: 'investors', id: 'recA', doc: investor('recA', 'Zoe'), revision: 1 })
  await db.setMeta('directory', state(['one', 'two'], { revision: 1 }))
  await compactOverlay(db)
  expect(await storedKeys()).toEqual(['two'])
})

test('a directory that is evicted takes its words along', async () => {
  await launchOnce()
  await evict(db, async () => false, 0)
  expect(await storedKeys()).toEqual([])
})

test('words of chunks that an older build deleted are deleted with the next that are stored', async () => {
  await launchOnce()
  await db.parts.delete('one')
  await db.parts.add(part('three', investor('recD', 'Di')))
  await db.setMeta('directory', state(['three', 'two'], { base: 'c' }))
  const { store } = await launch()
  await untilStored('three', 'two')
  store.stop()
})
