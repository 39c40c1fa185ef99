import { beforeEach, expect, test, vi } from 'vitest'
import type { Doc } from '#shared/sync/protocol.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { compactOverlay } from '#web/sync/engine/compact-overlay.ts'
import { buildWords } from './build-words.ts'
import { DirectoryStore } from './public-replica.ts'

let db: DirectoryDatabase
let store: DirectoryStore

beforeEach(async () => {
  db = new DirectoryDatabase()
  await Promise.all(db.tables.map((table) => table.clear()))
  store = new DirectoryStore(db, async () => undefined)
  return () => {
    store.stop()
    db.close()
  }
})

const investor = (id: string, name = id) => sampleInvestor({ id: id as never, name })
const part = (key: string, ...docs: Doc[]) => ({ key, text: JSON.stringify({ put: { investors: docs } }), size: docs.length })
const names = () => store.set.index.query({ sort: 'name' }).items.map(({ name }) => name)
const seen = (expected: string[]) => eventually(() => expect(names()).toEqual(expected))

test('each chunk is on the screen as soon as it is stored', async () => {
  store.subscribe(() => undefined)
  await db.parts.add(part('one', investor('recA')))
  await db.setMeta('directory', { epoch: 'e', parts: ['one'], base: 'b', isComplete: false, revision: 0 })
  await seen(['recA'])
  expect(store.isComplete).toBe(false)

  await db.parts.add(part('two', investor('recB')))
  await db.setMeta('directory', { epoch: 'e', parts: ['one', 'two'], base: 'b', isComplete: true, revision: 0 })
  await seen(['recA', 'recB'])
  await eventually(() => expect(store.isComplete).toBe(true))
})

test('overlay rows win over chunks, in any order of reading', async () => {
  await db.parts.bulkAdd([part('one', investor('recA', 'Old'), investor('recB')), part('two', investor('recC'))])
  await db.rows.bulkAdd([
    { collection: 'investors', id: 'recA', doc: investor('recA', 'New'), revision: 1 },
    { collection: 'investors', id: 'recC', revision: 1 },
  ])
  await db.setMeta('directory', { epoch: 'e', parts: ['one', 'two'], base: 'b', isComplete: true, revision: 1 })
  store.subscribe(() => undefined)
  await seen(['New', 'recB'])

  await db.rows.put({ collection: 'investors', id: 'recB', revision: 2 })
  await db.setMeta('directory', { epoch: 'e', parts: ['one', 'two'], base: 'b', isComplete: true, revision: 2 })
  await seen(['New'])
})

test('a new set replaces the old one atomically, and deleted documents stay deleted', async () => {
  await db.parts.bulkAdd([part('one', investor('recA'), investor('recB'))])
  await db.setMeta('directory', { epoch: 'e', parts: ['one'], base: 'b', isComplete: true, revision: 0 })
  const looks: string[][] = []
  store.subscribe(() => looks.push(names()))
  await seen(['recA', 'recB'])

  await db.parts.bulkAdd([part('x', investor('recA', 'Anew')), part('y', investor('recD'))])
  await db.setMeta('directory', { epoch: 'f', parts: ['x', 'y'], base: 'c', isComplete: true, revision: 0 })
  await seen(['Anew', 'recD'])
  expect(looks).not.toContainEqual(['Anew'])
  expect(looks).not.toContainEqual([])
})

test('a deletion that was compacted into the chunks before it was read is applied', async () => {
  await db.parts.add(part('one', investor('recA'), investor('recB')))
  await db.setMeta('directory', { epoch: 'e', parts: ['one'], base: 'b', isComplete: true, revision: 0 })
  store.subscribe(() => undefined)
  await seen(['recA', 'recB'])

  await db.transaction('rw', [db.parts, db.words, db.rows, db.meta], async () => {
    await db.rows.put({ collection: 'investors', id: 'recB', revision: 1 })
    await db.setMeta('directory', { epoch: 'e', parts: ['one'], base: 'b', isComplete: true, revision: 1 })
    await compactOverlay(db)
  })
  expect(await db.rows.count()).toBe(0)
  await seen(['recA'])
})

test('a chunk that could not be read is read again, and nothing is missing', async () => {
  await db.parts.bulkAdd([part('one', investor('recA')), part('two', investor('recB'))])
  await db.setMeta('directory', { epoch: 'e', parts: ['one', 'two'], base: 'b', isComplete: true, revision: 0 })
  const get = db.parts.get.bind(db.parts) as (key: string) => Promise<unknown>
  const failed = Promise.withResolvers<void>()
  const failing = vi.spyOn(db.parts, 'get').mockImplementation((async (key: string) => {
    if (key !== 'two') return get(key)
    failed.resolve()
    throw new DOMException('Connection lost', 'UnknownError')
  }) as never)
  store.subscribe(() => undefined)
  await failed.promise
  failing.mockRestore()
  await eventually(() => expect([names(), store.isComplete]).toEqual([['recA', 'recB'], true]))
})

test('a page that closes its database while it is read leaves no failed promise behind', async () => {
  await db.parts.add(part('one', investor('recA')))
  await db.setMeta('directory', { epoch: 'e', parts: ['one'], base: 'b', isComplete: true, revision: 0 })
  const reading = Promise.withResolvers<void>()
  const transaction = db.transaction.bind(db) as (...args: unknown[]) => Promise<unknown>
  vi.spyOn(db, 'transaction').mockImplementation(((...args: unknown[]) => {
    reading.resolve()
    return transaction(...args)
  }) as never)
  store.subscribe(() => undefined)
  await reading.promise
  db.close()
  // An unhandled rejection fails the run of the tests.
  await eventually(() => expect(store).toMatchObject({ working: undefined }))
  expect(names()).toEqual([])
})

test.each([
  ['with stored words', true],
  ['that is tokenised here', false],
])('the thread is free several times while a large chunk %s is opened', async (_, hasWords) => {
  const docs = Array.from({ length: 300 }, (_, at) => investor(`rec${at}`))
  const chunk = part('one', ...docs)
  await db.parts.bulkAdd([part('none'), chunk])
  if (hasWords) await db.words.add({ ...(await buildWords(chunk.text)), key: 'one' })
  // Nothing waits for the chunks after the first.
  await db.setMeta('directory', { epoch: 'e', parts: ['none', 'one'], base: 'b', isComplete: true, revision: 0 })
  // Each look at the clock is late: the work between two of them took long.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10
    return now
  })
  let shown = 0
  const partly: number[] = []
  store = new DirectoryStore(db, async () => {
    if (shown === 0) partly.push(store.set.index.size)
  })
  store.subscribe(() => {
    shown = store.set.index.size
  })
  await eventually(() => expect(store.isComplete).toBe(true))
  vi.restoreAllMocks()
  expect(new Set(partly)).toEqual(new Set([0, 50, 100, 150, 200, 250, 300]))
})
