import { expect, test } from 'vitest'
import { makeInvestors, makeStats } from '#tests/support/samples/make-investors.ts'
import { fromColumns, isByColumns, toColumns } from './column-part.ts'
import type { Doc } from './protocol.ts'

const investors = makeInvestors(300) as readonly object[] as Doc[]
const stats = makeStats(makeInvestors(300)) as readonly object[] as Doc[]

/** What two collections of documents of the directory do not have. */
const unusual: Doc[] = [
  { id: 'one', text: 'two\nlines, "quotes", \u2028 and 🔑', list: ['a\nb'], nested: { at: { depth: [null, 1.5e-7] } } },
  { text: 'the same fields in another order', id: 'two' },
  { id: 'three', text: undefined, 'a "field"\nof two lines': true },
  { id: 'four' },
  { id: 'five', last: 0, text: '' },
]

test.each<[what: string, put: Record<string, Doc[]>]>([
  ['investors and their figures', { investors, stats }],
  ['documents with different fields', { unusual }],
  ['the same before and after documents with one shape', { stats, unusual, investors }],
  ['an empty collection', { none: [], stats }],
  ['a document without fields', { bare: [{} as Doc, { id: 'one' }] }],
  ['nothing', {}],
])('a chunk by fields results in the same JSON: %s', (_what, put) => {
  const text = toColumns(put)
  expect(isByColumns(text)).toBe(true)
  const { json, size } = fromColumns(text)
  expect(json).toBe(JSON.stringify({ put }))
  expect(isByColumns(json)).toBe(false)
  expect(size).toBe(Object.values(put).reduce((sum, docs) => sum + docs.length, 0))
})

test('a text that is cut off results in another JSON, which its hash shows', () => {
  const { json } = fromColumns(toColumns({ stats }).split('\n').slice(0, -1).join('\n'))
  expect(json).not.toBe(JSON.stringify({ put: { stats } }))
})

test.each([
  ['without a header', '[1]'],
  ['something else', '<html>'],
])('a text that is %s is refused', (_what, text) => {
  expect(() => fromColumns(text)).toThrow()
})
