import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { MAX_NOTE_LENGTH } from './contract.ts'
import { type EntryBase, WriteEntry } from './entry.ts'
import { isDeletionSeen, mergeEntry, seenTexts, squashEntryWrites } from './merge-entry.ts'

const phone = { by: 'phone', at: '2026-11-27T09:00:00.000Z' }
const [monday, tuesday] = ['2026-11-23T09:00:00.000Z', '2026-11-24T09:00:00.000Z']
const entry = sampleEntry({ text: 'Lead: Jana.', writtenOn: monday, writtenBy: 'laptop' })
const { id, contactId } = entry

const write = (text: string, writtenOn: string, seen: Partial<EntryBase> = {}) => ({
  args: { id, contactId, text, writtenOn },
  base: { text: entry.text, steps: [], writtenOn: monday, ...seen } satisfies EntryBase,
})

test('a new entry is stored as it was written', () => {
  const merged = mergeEntry(undefined, write('Hello', monday, { text: '', writtenOn: null }), phone)
  expect(merged).toEqual({ text: 'Hello', writtenBy: 'phone', clashes: [], writtenOn: monday })
})

test('a text and a day that two devices changed are both kept, in either order', () => {
  const [text, day] = [write('Lead: Jana Novak.', monday), write('Lead: Jana.', tuesday)]
  for (const [first, second] of [
    [text, day],
    [day, text],
  ] as const) {
    const both = mergeEntry({ ...entry, ...mergeEntry(entry, first, phone) }, second, phone)
    expect(both).toMatchObject({ text: 'Lead: Jana Novak.', writtenOn: tuesday, clashes: [] })
  }
})

test('two texts for the same words are both kept', () => {
  const stored = { ...entry, text: 'up to 3M' }
  const merged = mergeEntry(stored, write('up to 5M', monday, { text: 'up to 2M' }), phone)
  expect(merged).toMatchObject({ text: 'up to 3M', clashes: [{ text: 'up to 5M' }] })
})

test('two pending writes become one, which states the day if one of them has chosen it', () => {
  const first = write('Lead: Jana N', monday)
  const second = write('Lead: Jana Novak.', monday, { text: 'Lead: Jana N' })
  expect(squashEntryWrites(first, second)).toEqual({
    args: second.args,
    base: { text: 'Lead: Jana.', steps: [fingerprint('Lead: Jana N')], writtenOn: monday },
  })
  const moved = write('Lead: Jana N', tuesday, { text: 'Lead: Jana N' })
  const back = write('Lead: Jana N', monday, { text: 'Lead: Jana N', writtenOn: tuesday })
  const squashed = squashEntryWrites(moved, back)
  expect(squashed?.base).toMatchObject({ writtenOn: null })
  // The first of the two has reached the server, and its reply was lost.
  const stored = { ...entry, text: 'Lead: Jana N', writtenOn: tuesday }
  expect(squashed && mergeEntry(stored, squashed, phone)).toMatchObject({ writtenOn: monday })
})

test('writes of two entries are not squashed, and neither is one that is based on another text', () => {
  const other = {
    ...write('b', monday),
    args: { ...write('b', monday).args, id: sampleEntry().id.replace(/1$/, '2') as typeof id },
  }
  expect(squashEntryWrites(write('a', monday), { ...other, base: { ...other.base, text: 'a' } })).toBeUndefined()
  expect(squashEntryWrites(write('a', monday), write('c', monday, { text: 'of another tab' }))).toBeUndefined()
})

test.each([
  ['the text that the user saw', entry, seenTexts(entry), true],
  ['a text of another device', { ...entry, text: 'Lead: Jana Novak.' }, seenTexts(entry), false],
  ['a conflict of another device', { ...entry, clashes: [{ text: 'x', ...phone }] }, seenTexts(entry), false],
  ['a client that does not send what it saw', entry, undefined, true],
])('a deletion of %s', (_name, stored, base, isApplied) => {
  expect(isDeletionSeen(stored, base)).toBe(isApplied)
})

const valid = { id, contactId, text: 'Hello', writtenOn: monday }
test.each([
  [{}, true],
  [{ text: 'x'.repeat(MAX_NOTE_LENGTH) }, true],
  [{ text: 'x'.repeat(MAX_NOTE_LENGTH + 1) }, false],
  [{ text: ' \n\0' }, false],
  [{ text: undefined }, false],
  [{ id: 'rec1' }, false],
  [{ contactId: '' }, false],
  [{ writtenOn: 'yesterday' }, false],
  [{ writtenOn: '0000-01-01T00:00:00.000Z' }, false],
  [{ writtenOn: undefined }, false],
])('an entry with %j is valid: %s', (over, isValid) => {
  expect(v.is(WriteEntry, { ...valid, ...over })).toBe(isValid)
})
