import { expect, test } from 'vitest'
import { nextVisit, type Visits } from './last-visit.ts'

const MINUTE = 60_000

test.each<[string, Visits | undefined, now: number, newSince: number | undefined]>([
  ['on the first visit nothing is new: everything is', undefined, 100 * MINUTE, undefined],
  ['after a night, what came meanwhile is new', { at: 10 * MINUTE, newSince: undefined }, 600 * MINUTE, 10 * MINUTE],
  ['a reload leaves new what was new', { at: 600 * MINUTE, newSince: 10 * MINUTE }, 601 * MINUTE, 10 * MINUTE],
  ['a clock that was set back takes nothing away', { at: 600 * MINUTE, newSince: 10 * MINUTE }, 5 * MINUTE, 10 * MINUTE],
])('%s', (_, stored, now, newSince) => {
  expect(nextVisit(stored, now)).toEqual({ at: now, newSince })
})
