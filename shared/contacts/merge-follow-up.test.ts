import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { type ChangeFollowUp, MAX_PLACE_LENGTH } from './follow-up.ts'
import { chosenFollowUpBase, followUpBaseOf, mergePlace, squashFollowUps } from './merge-follow-up.ts'

const long = (letter: string) => letter.repeat(MAX_PLACE_LENGTH - 10)

test.each<
  [what: string, stored: string | null, mine: string | null, seen: string | null | undefined, becomes: string | null | undefined]
>([
  ['a place that its writer had seen is replaced', 'Lisbon', 'Porto', 'Lisbon', 'Porto'],
  ['a place that its writer had seen is removed', 'Lisbon', null, 'Lisbon', null],
  ['spaces do not make another place', 'Web  Summit', 'Porto', ' Web Summit ', 'Porto'],
  ['two places that two devices wrote are both kept', 'Lisbon', 'Porto', null, 'Lisbon / Porto'],
  ['a place that contains the other replaces it', 'Lisbon', 'Lisbon, Web Summit', null, 'Lisbon, Web Summit'],
  ['a place that is contained in the other changes nothing', 'Lisbon, Web Summit', 'Lisbon', null, 'Lisbon, Web Summit'],
  ['an unchanged text keeps the other one', 'Porto', 'Lisbon', 'Lisbon', 'Porto'],
  ['nothing is removed that its writer had not seen', 'Porto', null, 'Lisbon', 'Porto'],
  ['an older client without a base replaces nothing', 'Lisbon', 'Porto', undefined, 'Lisbon / Porto'],
  ['an older client removes nothing', 'Lisbon', null, undefined, 'Lisbon'],
  ['an older client fills an empty place', null, 'Porto', undefined, 'Porto'],
  ['two places of an older client that do not fit require a choice of the user', long('a'), long('b'), undefined, undefined],
  ['two places that do not fit require a choice of the user', long('a'), long('b'), null, undefined],
])('%s', (_what, stored, mine, seen, becomes) => {
  expect(mergePlace(stored, mine, seen === undefined ? undefined : followUpBaseOf(seen))).toBe(becomes)
})

test('a base that cannot be parsed counts as empty', () => {
  expect(mergePlace('Lisbon', 'Porto', { metAt: 7 })).toBe('Lisbon / Porto')
})

const change = (args: Partial<ChangeFollowUp>, seen?: string | null) => ({
  args: { contactId: 'recA' as VcId, ...args },
  base: seen === undefined ? undefined : followUpBaseOf(seen),
})

test('pending changes of one writer are squashed into one, whose base contains each of their places', () => {
  const folded = squashFollowUps(change({ metAt: 'Lis' }, null), change({ metAt: 'Lisbon' }, 'Lis'))
  expect(folded?.args.metAt).toBe('Lisbon')
  // The first one has arrived, but its reply was lost.
  expect(mergePlace('Lis', 'Lisbon', folded?.base)).toBe('Lisbon')
  expect(mergePlace('Porto', 'Lisbon', folded?.base)).toBe('Porto / Lisbon')
})

test('a change without a place keeps the base of the one with a place', () => {
  const [place, rating] = [change({ metAt: 'Lisbon' }, 'Porto'), change({ rating: 3 })]
  for (const folded of [squashFollowUps(place, rating), squashFollowUps(rating, place)]) {
    expect(folded).toEqual({ args: { contactId: 'recA', metAt: 'Lisbon', rating: 3 }, base: place.base })
  }
})

test('places of two tabs that had not seen each other are not squashed', () => {
  expect(squashFollowUps(change({ metAt: 'Lisbon' }, null), change({ metAt: 'Porto' }, null))).toBeUndefined()
})

test('a refused place that is sent again is based on the place that its writer saw, and not on a third one', () => {
  const base = chosenFollowUpBase(long('a'), long('b'), followUpBaseOf(null))
  expect(mergePlace(long('a'), long('b'), base)).toBe(long('b'))
  expect(mergePlace(long('c'), long('b'), base)).toBeUndefined()
})

test('a refused place that is still shown optimistically keeps its base', () => {
  const base = followUpBaseOf('Lisbon')
  expect(chosenFollowUpBase(' Porto', 'Porto', base)).toBe(base)
  expect(chosenFollowUpBase('Porto', 'Porto', undefined)).toBeUndefined()
})
