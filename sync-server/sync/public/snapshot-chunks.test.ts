import { expect, test } from 'vitest'
import { type Collections, splitIntoChunks } from './snapshot-chunks.ts'

const SIZE = 300
type Doc = { id: string; total?: number; name?: string }

/** Investors by demand, as the server lists them, with figures of every second one and of some deleted ones. */
function directory(count: number, totals: Record<string, number> = {}): Collections {
  const totalOf = (at: number) => totals[`rec${at}`] ?? 5000 - at
  const places = Array.from({ length: count }, (_, at) => at).sort((a, b) => totalOf(b) - totalOf(a) || a - b)
  return {
    investors: places.map((at): Doc => ({ id: `rec${at}`, name: `Partner ${at}` })),
    stats: [
      ...places.filter((at) => at % 2 === 0).map((at): Doc => ({ id: `rec${at}`, total: totalOf(at) })),
      ...Array.from({ length: 5 }, (_, at): Doc => ({ id: `gone${at}`, total: 1 })),
    ],
    coldFunds: Array.from({ length: 900 }, (_, at): Doc => ({ id: `fund${at}` })),
  }
}

const texts = (collections: Collections) => splitIntoChunks(collections, SIZE).map((part) => JSON.stringify(part))
/** Collections of the chunks that only the second directory has. */
function changedParts(before: Collections, after: Collections): string[] {
  const known = new Set(texts(before))
  return splitIntoChunks(after, SIZE)
    .filter((part) => !known.has(JSON.stringify(part)))
    .map((part) => Object.keys(part).join(' '))
}

test('the first chunk has the best investors in order, with their figures and a few of all other collections', () => {
  const [first = {}] = splitIntoChunks(directory(2000), SIZE)
  expect(first.investors?.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, at) => `rec${at}`))
  expect(first.stats?.map(({ id }) => id)).toEqual([
    ...Array.from({ length: 125 }, (_, at) => `rec${at * 2}`),
    ...Array.from({ length: 5 }, (_, at) => `gone${at}`),
  ])
  expect(first.coldFunds).toHaveLength(100)
})

test('each document is in exactly one chunk, and no chunk exceeds its size', () => {
  const whole = directory(2000)
  const parts = splitIntoChunks(whole, SIZE)
  for (const [collection, docs] of Object.entries(whole)) {
    const cut = parts.flatMap((part) => part[collection] ?? [])
    expect(cut.map(({ id }) => id).sort()).toEqual(docs.map(({ id }) => id).sort())
  }
  for (const { investors = [], coldFunds = [] } of parts) {
    expect(investors.length).toBeLessThanOrEqual(SIZE)
    expect(coldFunds.length).toBeLessThanOrEqual(SIZE)
  }
})

test.each<[what: string, before: Collections, after: Collections, expected: string[]]>([
  ['a figure that does not affect the best', directory(2000), directory(2000, { rec1600: 3700 }), ['stats']],
  ['a figure of one of the best', directory(2000), directory(2000, { rec10: 4995 }), ['investors stats coldFunds']],
  ['a new investor', directory(2000), directory(2001), ['investors', 'stats']],
])('%s changes only the chunks that contain it', (_what, before, after, expected) => {
  expect(changedParts(before, after)).toEqual(expect.arrayContaining(expected))
  expect(changedParts(before, after)).toHaveLength(expected.length)
})

test('an investor that rises among the best changes the first chunk, and those of itself and its predecessor', () => {
  const changed = changedParts(directory(2000), directory(2000, { rec1501: 9000 }))
  expect(changed[0]).toBe('investors stats coldFunds')
  expect(changed.filter((part) => part === 'investors').length).toBeLessThanOrEqual(2)
})

test('an empty directory has one empty chunk', () => {
  expect(splitIntoChunks({ investors: [], stats: [] })).toEqual([{}])
  expect(splitIntoChunks({})).toEqual([])
})
