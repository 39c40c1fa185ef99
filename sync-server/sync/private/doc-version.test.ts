import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { docVersion, withLatePart } from './doc-version.ts'

test('a version does not depend on the order of keys, at any depth', () => {
  expect(docVersion({ id: 'a', name: 'B', deep: { x: 1, y: [{ p: 1, q: 2 }] } })).toBe(
    docVersion({ deep: { y: [{ q: 2, p: 1 }], x: 1 }, name: 'B', id: 'a' }),
  )
})

test('any change of content changes the version', () => {
  const doc = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(doc, doc, (a, b) => {
      const isSame = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
      expect(docVersion(a) === docVersion(b)).toBe(isSame)
    }),
  )
  expect(docVersion({ list: [1, 2] })).not.toBe(docVersion({ list: [2, 1] }))
  expect(docVersion({ id: 'a', note: null })).not.toBe(docVersion({ id: 'a' }))
})

test('a version is an integer that JSON represents exactly', () => {
  fc.assert(fc.property(fc.object(), (doc) => Number.isSafeInteger(docVersion(doc))))
})

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

test('an expensive part is not computed for the version, and a change of its inputs changes the version', () => {
  const make = vi.fn(() => 'the file')
  const doc = (sequence: number) => withLatePart({ id: 'a' }, 'file', { madeOf: { sequence }, make })
  expect(docVersion(doc(1))).toBe(docVersion(doc(1)))
  expect(docVersion(doc(1))).not.toBe(docVersion(doc(2)))
  expect(make).not.toHaveBeenCalled()
  expect(JSON.parse(JSON.stringify({ ...doc(1) }))).toEqual({ id: 'a', file: 'the file' })
})
