import * as v from 'valibot'
import { expect, test } from 'vitest'
import { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { ProjectFilters } from '#web/features/projects/marketplace/search-params.ts'
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

test('a value that would make the list too long for an address leaves it as it is', () => {
  const full = Array.from({ length: 20 }, (_, at) => `Sector ${at}`.padEnd(9, 'x')).join(',')
  expect(full).toHaveLength(199)
  expect(toggleChoice(full, 'Sector')).toBe(full)
  expect(v.parse(DirectoryFilters, { sector: full }).sector).toBe(full)
  expect(v.parse(ProjectFilters, { ecosystem: full }).ecosystem).toBe(full)
})

test.each([
  [undefined, 'Seed', 'Seed'],
  ['Seed', 'Series A', 'Seed,Series A'],
  ['Seed,Series A', 'Seed', 'Series A'],
  ['Seed', 'Seed', undefined],
])('of %j, a tap on %j leaves %j', (list, value, left) => {
  expect(toggleChoice(list, value)).toBe(left)
})
