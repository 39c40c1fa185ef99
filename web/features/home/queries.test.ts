import { expect, test } from 'vitest'
import { nextVisit, type Visits } from './queries.ts'

const MINUTE = 60_000

test.each<[string, Visits | undefined, now: number, newSince: number | undefined]>([
  ['on the first visit no entry is marked as new', undefined, 100 * MINUTE, undefined],
  [
    'after a night, entries that arrived since the last visit are new',
    { at: 10 * MINUTE, newSince: undefined },
    600 * MINUTE,
    10 * MINUTE,
  ],
  ['a reload keeps new entries marked as new', { at: 600 * MINUTE, newSince: 10 * MINUTE }, 601 * MINUTE, 10 * MINUTE],
  [
    'after the clock was set back, new entries remain marked',
    { at: 600 * MINUTE, newSince: 10 * MINUTE },
    5 * MINUTE,
    10 * MINUTE,
  ],
])('%s', (_, stored, now, newSince) => {
  expect(nextVisit(stored, now)).toEqual({ at: now, newSince })
})
