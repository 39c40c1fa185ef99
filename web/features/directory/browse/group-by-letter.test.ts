import { expect, test } from 'vitest'
import { byLetter, letterOf } from '#shared/directory/letters.ts'
import type { VcId } from '#shared/ids.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { shortBio } from './alphabetical-row.tsx'

test.each([
  ['ada', 'A'],
  ['Łukasz', 'L'],
  ['Özil', 'O'],
  ['  “Zed”', 'Z'],
  ['1confirmation', '0–9'],
  ['王伟', 'Other'],
  ['أحمد', 'Other'],
  ['🦊', 'Other'],
])('%j is grouped under %j', (name, letter) => {
  expect(letterOf(name)).toBe(letter)
})

test('each letter has one heading, in the order of the list', () => {
  const named = ['1kx', 'Ada', 'Åsa', 'Bo', '王伟', '🦊'].map((name) => sampleInvestor({ name, id: `rec${name.length}` as VcId }))
  expect(byLetter(named).map(({ letter, investors }) => `${letter} ${investors.length}`)).toEqual([
    '0–9 1',
    'A 2',
    'B 1',
    'Other 2',
  ])
})

test.each([
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), `${'x'.repeat(100)}...`],
  [`${'x'.repeat(99)}💶 more`, `${'x'.repeat(99)}...`],
])('a biography ends after 100 characters', (bio, expected) => {
  expect(shortBio(bio)).toBe(expected)
})
