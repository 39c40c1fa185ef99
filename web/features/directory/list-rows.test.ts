import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { sampleInvestor } from '#tests/support/sample-investor.ts'
import { listRows, rowKey } from './list-rows.ts'

const many = (count: number, isVerified: boolean) =>
  Array.from({ length: count }, (_, index) => sampleInvestor({ id: `rec${isVerified ? 'V' : 'U'}${index}` as VcId, isVerified }))

test('verified investors come first, then the cold funds, then the rest, in rows as wide as the screen', () => {
  const rows = listRows([...many(1, false), ...many(4, true)], 3, true)
  expect(
    rows.map((row) => (row.kind === 'cards' ? row.investors.length : row.kind === 'heading' ? row.section : row.kind)),
  ).toEqual(['verified', 3, 1, 'funds', 'browse', 1])
})

test('a section without an investor has no heading', () => {
  expect(listRows(many(2, false), 2, false).map((row) => row.kind)).toEqual(['heading', 'cards'])
  expect(listRows([], 2, false)).toEqual([])
})

test('every row has a key of its own', () => {
  const rows = listRows([...many(7, true), ...many(5, false)], 2, true)
  expect(new Set(rows.map(rowKey)).size).toBe(rows.length)
})
