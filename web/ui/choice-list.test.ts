import { expect, test } from 'vitest'
import { splitChoices, toggleChoice } from './choice-list.ts'

test.each([
  [undefined, []],
  ['', []],
  ['Seed', ['Seed']],
  ['Seed,Series A', ['Seed', 'Series A']],
  [' Seed , ,Series A,Seed', ['Seed', 'Series A']],
])('the address %j chooses %j', (list, chosen) => {
  expect(splitChoices(list)).toEqual(chosen)
})

test.each([
  [undefined, 'Seed', 'Seed'],
  ['Seed', 'Series A', 'Seed,Series A'],
  ['Seed,Series A', 'Seed', 'Series A'],
  ['Seed', 'Seed', undefined],
])('of %j, a tap on %j leaves %j', (list, value, left) => {
  expect(toggleChoice(list, value)).toBe(left)
})
