import { expect, test } from 'vitest'
import { baseOf, changedNames, foldRenames, renamed } from './rename.ts'

const ada = { firstName: 'Ada', lastName: 'Member' }
const from = (names = ada) => baseOf(names)

test('only what differs is sent', () => {
  expect(changedNames(ada, { firstName: 'Ada', lastName: 'Okafor' })).toEqual({ lastName: 'Okafor' })
  expect(changedNames({ firstName: null, lastName: null }, ada)).toEqual(ada)
  expect(changedNames(ada, ada)).toEqual({})
})

test.each([
  ['a name that nobody else changed', ada, { firstName: 'Adaeze' }, from(), { firstName: 'Adaeze', lastName: 'Member' }, false],
  [
    'a name beside one that another device changed',
    { ...ada, lastName: 'O.' },
    { firstName: 'Adaeze' },
    from(),
    { firstName: 'Adaeze', lastName: 'O.' },
    false,
  ],
  [
    'a name that another device changed too',
    { ...ada, firstName: 'A.' },
    { firstName: 'Adaeze' },
    from(),
    { firstName: 'A.', lastName: 'Member' },
    true,
  ],
  [
    'a name that another device changed in the same way',
    { ...ada, firstName: 'Adaeze' },
    { firstName: 'Adaeze' },
    from(),
    { firstName: 'Adaeze', lastName: 'Member' },
    false,
  ],
  [
    'a name chosen anew, which names no base',
    { ...ada, firstName: 'A.' },
    { firstName: 'Adaeze' },
    undefined,
    { firstName: 'Adaeze', lastName: 'Member' },
    false,
  ],
  ['a base that cannot be read', ada, { firstName: 'Adaeze' }, { firstName: 7 }, ada, true],
  ['an account without names', { firstName: null, lastName: null }, ada, {}, ada, false],
])('%s', (_, stored, args, base, names, isChangedElsewhere) => {
  expect(renamed(stored, { args, base })).toEqual({ names, isChangedElsewhere })
})

test('two changes that wait are one, which also knows the name between them', () => {
  const folded = foldRenames(
    { args: { firstName: 'Adaeze' }, base: from() },
    { args: { firstName: 'Adaeze N.', lastName: 'Okafor' }, base: from({ ...ada, firstName: 'Adaeze' }) },
  )
  expect(folded?.args).toEqual({ firstName: 'Adaeze N.', lastName: 'Okafor' })
  for (const firstName of ['Ada', 'Adaeze'])
    expect(renamed({ ...ada, firstName }, folded as never)).toMatchObject({ isChangedElsewhere: false })
})

test('a change that did not know the one before stays apart', () => {
  expect(
    foldRenames({ args: { firstName: 'Adaeze' }, base: from() }, { args: { firstName: 'A.' }, base: from() }),
  ).toBeUndefined()
})
