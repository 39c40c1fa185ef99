import { expect, test, vi } from 'vitest'
import type { NewestSnapshot } from '#server/sync/public/newest-snapshot.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { DirectoryPart } from '#shared/sync/protocol.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { bestDocuments, type PagesLane } from './best-documents.ts'
import { firstLists } from './first-lists.ts'

const investor = (id: string, given: Partial<Investor> = {}) => sampleInvestor({ id: id as Investor['id'], name: id, ...given })
const many = (count: number, name: (at: number) => string, given?: Partial<Investor>) =>
  Array.from({ length: count }, (_, at) => investor(name(at), given))
const two = (at: number) => String(at).padStart(2, '0')
const now = () => new Date('2026-11-27T12:00Z')

/** A snapshot of chunks, which can be replaced, and what has changed since. */
function lane(...puts: DirectoryPart['put'][]) {
  const chunks = new Map(puts.map((put, at) => [`chunk${at}`, { put }]))
  const changes: Pick<NewestSnapshot, 'put' | 'del'> = { put: {}, del: {} }
  const newest = async (): Promise<NewestSnapshot | undefined> => ({ parts: [...chunks.keys()], ...changes })
  const readPart = vi.fn(async (key: string): Promise<DirectoryPart | undefined> => chunks.get(key))
  return { chunks, changes, newest, readPart }
}

const listsOf = (source: PagesLane) => firstLists(bestDocuments(source), source.readPart, now)

const best = {
  investors: [...many(20, (at) => `Mona ${two(at)}`, { isVerified: true }), investor('Ute', { isVerified: false })],
  stats: [
    { id: 'Mona 00', totalRequests: 9, topTag: 'DeFi', rank: null },
    { id: 'Ute', totalRequests: 90, topTag: 'DeFi', rank: 1 },
  ],
  coldFunds: many(3, (at) => `fund${at}`),
}
const rest = {
  investors: [...many(9, (at) => `Ada ${two(at)}`, { isVerified: false }), investor('9 Lives', { isVerified: false })],
}

test('the first twelve of each list are those of its own order, with the totals of the whole directory', async () => {
  const read = listsOf(lane(best, rest))
  const vcs = await read('/vcs')
  expect(vcs?.investors.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, at) => `Mona ${two(at)}`))
  expect(vcs?.stats?.map(({ id }) => id)).toEqual(['Mona 00'])
  expect(vcs?.totals).toEqual([{ id: 'all', verified: 20, others: 11, funds: 3, letters: ['0–9', 'A', 'M', 'U'] }])
  const directory = await read('/directory')
  expect(directory?.investors.map(({ name }) => name)).toEqual([
    '9 Lives',
    ...Array.from({ length: 9 }, (_, at) => `Ada ${two(at)}`),
    'Mona 00',
    'Mona 01',
  ])
})

test('the marketplace also has its leaderboard', async () => {
  const ping = await listsOf(lane(best, rest))('/ping')
  expect(ping?.investors.map(({ name }) => name).slice(12)).toEqual(['Ute'])
  expect(ping?.stats?.map(({ id }) => id)).toEqual(['Mona 00', 'Ute'])
})

test('who is paused comes after those who can be reached, and the funds are there where they are seen', async () => {
  const away = investor('Away', { isVerified: true, pausedUntil: '2026-12-05' })
  const put = { ...best, investors: [away, investor('There', { isVerified: true }), investor('Ute', { isVerified: false })] }
  const vcs = await listsOf(lane(put))('/vcs')
  expect(vcs?.investors.map(({ name }) => name)).toEqual(['There', 'Away', 'Ute'])
  expect(vcs?.coldFunds).toHaveLength(3)
})

test('a chunk is read once, also when the next snapshot has it', async () => {
  const source = lane(best, rest)
  const read = listsOf(source)
  await read('/vcs')
  await read('/directory')
  const before = source.readPart.mock.calls.length
  source.chunks.set('chunk2', { put: { investors: [investor('Aaron', { isVerified: false })] } })
  expect((await read('/directory'))?.investors.map(({ name }) => name).slice(0, 2)).toEqual(['9 Lives', 'Aaron'])
  expect(source.readPart.mock.calls.slice(before)).toEqual([['chunk2']])
})

test('the best are sorted once for a snapshot and the changes since', async () => {
  const source = lane(best)
  const newest = await source.newest()
  const read = bestDocuments({ ...source, newest: async () => newest })
  expect(await read()).toBe(await read())
  expect(source.readPart).toHaveBeenCalledOnce()
})

test('the lists and the totals are those of the snapshot with the changes since', async () => {
  const source = lane({ ...best, coldFunds: [] }, { ...rest, coldFunds: many(3, (at) => `fund${at}`) })
  const read = listsOf(source)
  await read('/vcs')
  source.changes.put = {
    // Renamed, of another kind, new.
    investors: [
      investor('Mona 01', { isVerified: true, name: 'Zoe' }),
      investor('Mona 02', { isVerified: false }),
      investor('Ben', { isVerified: true }),
    ],
    stats: [{ id: 'Mona 15', totalRequests: 90, topTag: 'DeFi', rank: 1 }],
    coldFunds: [investor('fund1'), investor('fund9')],
  }
  source.changes.del = { investors: ['Mona 00', 'Ute', 'Ada 00', 'gone before'], stats: ['Mona 00'], coldFunds: ['fund0'] }
  const vcs = await read('/vcs')
  expect(vcs?.totals).toEqual([{ id: 'all', verified: 19, others: 10, funds: 3, letters: ['0–9', 'A', 'B', 'M', 'Z'] }])
  expect(vcs?.investors.map(({ name }) => name).slice(0, 3)).toEqual(['Mona 15', 'Ben', 'Mona 03'])
  expect((await read('/ping'))?.investors).toHaveLength(12)
  const directory = await read('/directory')
  expect(directory?.investors.map(({ name }) => name)).toEqual([
    '9 Lives',
    ...Array.from({ length: 8 }, (_, at) => `Ada ${two(at + 1)}`),
    'Ben',
    'Mona 02',
    'Mona 03',
  ])
})

test.each([
  ['no snapshot exists', { newest: async () => undefined }],
  ['the directory is empty', lane({})],
  ['a chunk is missing', { newest: async () => ({ parts: ['chunk'], put: {}, del: {} }) }],
  ['the database refuses', { newest: () => Promise.reject(new Error('refused')) }],
  ['the database does not answer', { newest: () => new Promise<never>(() => undefined) }],
])('a list has none while %s', async (_, given) => {
  const read = listsOf({ readPart: async () => undefined, ...given })
  expect(await read('/vcs')).toBeUndefined()
  expect(await read('/vcs')).toBeUndefined()
})
