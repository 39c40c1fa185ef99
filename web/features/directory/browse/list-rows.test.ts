import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { listRows } from './list-rows.ts'

const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => sampleInvestor({ id: `rec${prefix}${index}` as VcId }))

test('sections follow each other under their headings, with as many investors per row as the screen has columns', () => {
  const rows = listRows(
    [
      { id: 'verified', heading: 'Verified', investors: many(4, 'V') },
      { id: 'funds', heading: 'Funds', content: 'a strip' },
      { id: 'rest', investors: many(1, 'U') },
    ],
    3,
  )
  expect(rows.map((row) => (row.kind === 'cards' ? row.investors.length : `${row.kind} ${row.id}`))).toEqual([
    'heading verified',
    3,
    1,
    'heading funds',
    'content funds',
    1,
  ])
})

test('an empty section has no heading', () => {
  expect(listRows([{ id: 'verified', heading: 'Verified', investors: [] }], 2)).toEqual([])
  expect(listRows([{ id: 'funds', heading: 'Funds', content: false }], 2)).toEqual([])
})

test('every row has a unique key, also when two sections show the same investor', () => {
  const shared = many(5, 'S')
  const rows = listRows(
    [
      { id: 'a', heading: 'A', investors: shared },
      { id: 'b', heading: 'B', investors: shared, content: 'text' },
    ],
    2,
  )
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})
