import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type SearchId, WriteSearch } from './contract.ts'
import { chosenSearchBase, searchBaseOf, squashSearchWrites, writtenSearch } from './merge-search.ts'
import { isNewSince, newestOf } from './new-investors.ts'

const id = 'sch_0193a1b2-0000-7000-8000-00000000b001' as SearchId
const EARLY = '2026-03-01T08:00:00.000Z'
const LATE = '2026-04-01T08:00:00.000Z'
const stored = { name: 'Seed', filters: 'stage=Seed', seenUpTo: EARLY }

test.each<[change: object, isValid: boolean]>([
  [{ name: 'Seed', filters: 'stage=Seed%2CSeries+A&q=dao&sort=fit' }, true],
  [{ filters: '' }, true],
  [{ seenUpTo: EARLY }, true],
  [{ name: ' \u200b ' }, false],
  [{ name: 'x'.repeat(81) }, false],
  [{ filters: 'stage=Seed&stage=Angel' }, false],
  [{ filters: 'next=/admin' }, false],
  [{ filters: 'stage=Seed A' }, false],
  [{ filters: `q=${'x'.repeat(1000)}` }, false],
  [{ seenUpTo: 'yesterday' }, false],
  [{ id: 'sch_1' }, false],
])('the change %j of a search is valid: %j', (change, isValid) => {
  expect(v.safeParse(WriteSearch, { id, ...change }).success).toBe(isValid)
})

test('the name and the filters of two devices are both kept, each as a whole', () => {
  const renamed = writtenSearch(stored, { args: { id, name: ' Early ' }, base: searchBaseOf(stored, { name: 'Early' }) })
  expect(renamed).toEqual({ search: { ...stored, name: 'Early' }, isChangedElsewhere: false })
  const changes = { filters: 'stage=Angel' }
  const both = writtenSearch(renamed?.search, { args: { id, ...changes }, base: searchBaseOf(stored, changes) })
  expect(both?.search).toMatchObject({ name: 'Early', filters: 'stage=Angel' })
})

test('a text that another device has replaced since is not overwritten', () => {
  const changes = { name: 'Mine' }
  const theirs = { ...stored, name: 'Theirs' }
  const written = writtenSearch(theirs, { args: { id, ...changes }, base: searchBaseOf(stored, changes) })
  expect(written).toEqual({ search: theirs, isChangedElsewhere: true })
  const again = { args: { id, ...changes }, base: chosenSearchBase(theirs, { args: { id, ...changes }, base: {} }) }
  expect(writtenSearch(theirs, again)).toMatchObject({ search: { name: 'Mine' }, isChangedElsewhere: false })
})

test('the later of two openings stays, also when it arrives first', () => {
  const opened = (from: typeof stored, seenUpTo: string) => writtenSearch(from, { args: { id, seenUpTo }, base: {} })?.search
  expect(opened(stored, LATE)?.seenUpTo).toBe(LATE)
  expect(opened({ ...stored, seenUpTo: LATE }, EARLY)?.seenUpTo).toBe(LATE)
})

test('a search that is not stored needs its name and its filters', () => {
  const write = (args: object) => writtenSearch(undefined, { args: { id, ...args }, base: {} })
  expect(write({ name: 'Seed' })).toBeUndefined()
  expect(write({ seenUpTo: LATE })).toBeUndefined()
  expect(write({ name: 'Seed', filters: '' })?.search).toEqual({ name: 'Seed', filters: '', seenUpTo: null })
  expect(write({ name: 'Seed', filters: 'sort=fit' })?.search).toMatchObject({ filters: 'sort=fit' })
})

test('pending writes of one search become one, with the first base and the later opening', () => {
  const first = {
    args: { id, name: 'A', filters: 'q=a', seenUpTo: LATE },
    base: searchBaseOf(undefined, { name: 'A', filters: 'q=a' }),
  }
  const second = { args: { id, name: 'B', seenUpTo: EARLY }, base: searchBaseOf({ name: 'A', filters: 'q=a' }, { name: 'B' }) }
  const squashed = squashSearchWrites(first, second)
  expect(squashed?.args).toEqual({ id, name: 'B', filters: 'q=a', seenUpTo: LATE })
  expect(writtenSearch(undefined, squashed ?? first)?.search).toEqual({ name: 'B', filters: 'q=a', seenUpTo: LATE })
  const ofAnotherTab = { args: { id, name: 'C' }, base: searchBaseOf({ name: 'Z', filters: '' }, { name: 'C' }) }
  expect(squashSearchWrites(first, ofAnotherTab)).toBeUndefined()
})

test('new is what was listed after the last opening; nothing is new in a search that was never opened', () => {
  const of = (listedAt: string) => ({ listedAt })
  expect(isNewSince(of(LATE), EARLY)).toBe(true)
  expect(isNewSince(of(EARLY), EARLY)).toBe(false)
  expect(isNewSince(of(LATE), null)).toBe(false)
  // Compared as instants: an hour earlier than it looks.
  expect(isNewSince(of('2026-03-01T09:00:00.000+02:00'), EARLY)).toBe(false)
  expect(newestOf([of(EARLY), of(LATE), of('unreadable')])).toBe(LATE)
  expect(newestOf([])).toBeNull()
})
