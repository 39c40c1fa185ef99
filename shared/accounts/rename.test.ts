import { expect, test } from 'vitest'
import { baseOf, changedNames, chosenNameBase, renamed, squashRenames } from './rename.ts'

const ada = { firstName: 'Ada', lastName: 'Member' }
const from = (names = ada) => baseOf(names)

test('only changed names are sent', () => {
  expect(changedNames(ada, { firstName: 'Ada', lastName: 'Okafor' })).toEqual({ lastName: 'Okafor' })
  expect(changedNames({ firstName: null, lastName: null }, ada)).toEqual(ada)
  expect(changedNames(ada, ada)).toEqual({})
})

test.each([
  [
    'a name that no other device changed',
    ada,
    { firstName: 'Adaeze' },
    from(),
    { firstName: 'Adaeze', lastName: 'Member' },
    false,
  ],
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
    'a name of a client that sends no base',
    { ...ada, firstName: 'A.' },
    { firstName: 'Adaeze' },
    undefined,
    { firstName: 'A.', lastName: 'Member' },
    true,
  ],
  ['the same name of a client that sends no base', ada, { firstName: 'Ada' }, undefined, ada, false],
  ['a base that cannot be read', ada, { firstName: 'Adaeze' }, { firstName: 7 }, ada, true],
  ['an account without names', { firstName: null, lastName: null }, ada, undefined, ada, false],
])('%s', (_, stored, args, base, names, isChangedElsewhere) => {
  expect(renamed(stored, { args, base })).toEqual({ names, isChangedElsewhere })
})

test('two pending changes are squashed into one, whose base also contains the intermediate name', () => {
  const folded = squashRenames(
    { args: { firstName: 'Adaeze' }, base: from() },
    { args: { firstName: 'Adaeze N.', lastName: 'Okafor' }, base: from({ ...ada, firstName: 'Adaeze' }) },
  )
  expect(folded?.args).toEqual({ firstName: 'Adaeze N.', lastName: 'Okafor' })
  for (const firstName of ['Ada', 'Adaeze'])
    expect(renamed({ ...ada, firstName }, folded as never)).toMatchObject({ isChangedElsewhere: false })
})

test('a change that is not based on the previous one is not squashed', () => {
  expect(
    squashRenames({ args: { firstName: 'Adaeze' }, base: from() }, { args: { firstName: 'A.' }, base: from() }),
  ).toBeUndefined()
})

test('a refused name that is sent again is based on the name that its writer saw, and not on a third one', () => {
  const args = { firstName: 'Adaeze' }
  const base = chosenNameBase({ ...ada, firstName: 'A.' }, { args, base: from() })
  expect(renamed({ ...ada, firstName: 'A.' }, { args, base }).names.firstName).toBe('Adaeze')
  expect(renamed({ ...ada, firstName: 'Third' }, { args, base })).toMatchObject({
    names: { firstName: 'Third' },
    isChangedElsewhere: true,
  })
})

test('a refused name that is still shown optimistically keeps its base', () => {
  const stated = { args: { firstName: 'Adaeze' }, base: from() }
  const shown = { ...ada, firstName: 'Adaeze' }
  expect(chosenNameBase(shown, stated)).toEqual({ firstName: from().firstName })
  expect(chosenNameBase(shown, { ...stated, base: undefined })).toEqual({ firstName: [] })
})
