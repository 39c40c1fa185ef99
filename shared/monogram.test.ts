import { expect, test } from 'vitest'
import { initials, tintOf } from './monogram.ts'

test.each([
  ['Ada Okafor', 'AO'],
  ['Maria del Carmen Ruiz', 'MR'],
  ['cher', 'C'],
  ['(Zoë) Ångström', 'ZÅ'], // punctuation before a name is not part of the monogram
  ['1kx', '1'],
  ['🚀 Capital', 'C'],
  ['  ', '?'],
])('the monogram of %j is %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('a name always has the same tint', () => {
  expect(tintOf('Ada Okafor')).toBe(tintOf('Ada Okafor'))
  const names = ['Ada', 'Bo', 'Cher', 'Dmitri', 'Eve', 'Femi', 'Gus', 'Hana', 'Ivo', 'Jun']
  expect(new Set(names.map(tintOf)).size).toBeGreaterThan(2)
})
