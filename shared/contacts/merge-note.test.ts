import { expect, test } from 'vitest'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { MAX_NOTE_LENGTH } from './contract.ts'
import { joinNotes, mergeNote, type StoredNote } from './merge-note.ts'

// cspell:ignore helo

const at = '2026-11-02T09:00:00.000Z'
const phone = { by: 'phone', at }
const laptop = { by: 'laptop', at }
const seen = (text: string, ...steps: string[]) => ({ text, steps: steps.map(fingerprint) })
const note = (text: string, more: Partial<StoredNote> = {}): StoredNote => ({ text, writtenBy: 'laptop', clashes: [], ...more })

test('a text with an older base is merged into the stored one and overwrites nothing', () => {
  const merged = mergeNote(
    note('Lead: Jana. Term sheet by Friday.'),
    { text: 'Lead: Jana. Up to 2M.', base: seen('Lead: Jana.') },
    phone,
  )
  expect(merged).toEqual(note('Lead: Jana. Term sheet by Friday.\n Up to 2M.'.replace('\n ', '\n'), { writtenBy: 'phone' }))
})

test('words that both changed are kept as a conflict until the user resolves it', () => {
  const clashed = mergeNote(note('up to 3M'), { text: 'up to 5M', base: seen('up to 2M') }, phone)
  expect(clashed).toEqual(note('up to 3M', { clashes: [{ text: 'up to 5M', ...phone }] }))
  const settled = mergeNote(clashed, { text: 'up to 4M', base: seen('up to 3M'), settles: [fingerprint('up to 5M')] }, laptop)
  expect(settled).toEqual(note('up to 4M'))
})

test('a device that continues a conflicting text changes that text', () => {
  const clashed = note('up to 3M', { clashes: [{ text: 'up to 5M', ...phone }] })
  const next = mergeNote(clashed, { text: 'up to 5M or 6M', base: seen('up to 5M') }, phone)
  expect(next).toEqual(note('up to 3M', { clashes: [{ text: 'up to 5M or 6M', ...phone }] }))
})

test('a client without a base replaces its own text, and conflicts with that of another device', () => {
  expect(mergeNote(note('mine', { writtenBy: 'phone' }), { text: 'shorter', base: undefined }, phone).text).toBe('shorter')
  const other = mergeNote(note('theirs'), { text: 'mine', base: undefined }, phone)
  expect(other).toEqual(note('theirs', { clashes: [{ text: 'mine', ...phone }] }))
})

test('removing a note removes only what its writer had seen', () => {
  expect(mergeNote(note('a'), { text: '', base: seen('a') }, phone).text).toBe('')
  expect(mergeNote(note('a b'), { text: '', base: seen('a') }, phone).text).toBe('a b')
})

test('the eleventh conflicting text is appended to the tenth', () => {
  const clashes = Array.from({ length: 10 }, (_, nth) => ({ text: `text ${nth}`, ...laptop }))
  const merged = mergeNote(note('up to 3M', { clashes }), { text: 'up to 5M', base: seen('up to 2M') }, phone)
  expect(merged.clashes).toHaveLength(10)
  expect(merged.clashes.at(-1)?.text).toBe('text 9\nup to 5M')
})

test('an earlier text of the same device, whose reply was lost, counts as seen', () => {
  const stored = note('helo', { writtenBy: 'phone' })
  expect(mergeNote(stored, { text: 'hello world', base: seen('', 'helo') }, phone).text).toBe('hello world')
})

test('a merge that exceeds its budget keeps both texts', () => {
  const merge = (steps?: number) =>
    mergeNote(note('a b c'), { text: 'a b d', base: seen('a b') }, phone, steps === undefined ? undefined : { steps })
  expect(merge()).toMatchObject({ text: 'a b c\nd', clashes: [] })
  expect(merge(1)).toMatchObject({ text: 'a b c', clashes: [{ text: 'a b d' }] })
})

test.each<[string, StoredNote, StoredNote, StoredNote]>([
  ['below the account’s', note('a'), note('b'), note('a\n\nb', { writtenBy: null })],
  ['once when both are the same', note('a', { writtenBy: 'phone' }), note('a'), note('a', { writtenBy: 'phone' })],
  ['alone when the account has none', note('', { writtenBy: null }), note('b'), note('b')],
  [
    'with the conflicting texts of both, each of them once',
    note('a', { clashes: [{ text: 'c', ...phone }] }),
    note('b', {
      clashes: [
        { text: 'c', ...laptop },
        { text: 'd', ...laptop },
      ],
    }),
    note('a\n\nb', {
      writtenBy: null,
      clashes: [
        { text: 'c', ...phone },
        { text: 'd', ...laptop },
      ],
    }),
  ],
  [
    'as a conflict when both together are too long',
    note('a'.repeat(MAX_NOTE_LENGTH)),
    note('b'),
    note('a'.repeat(MAX_NOTE_LENGTH), { clashes: [{ text: 'b', ...laptop }] }),
  ],
  [
    'as part of the account’s note that already contains it, even if that is too long',
    note('a'.repeat(MAX_NOTE_LENGTH + 1)),
    note('a'),
    note('a'.repeat(MAX_NOTE_LENGTH + 1)),
  ],
])('a guest’s note is kept %s', (_what, own, guest, becomes) => {
  expect(joinNotes(own, guest, at)).toEqual(becomes)
})

test('of twenty conflicting texts of two notes the last eleven are kept as one', () => {
  const ten = (by: string) => Array.from({ length: 10 }, (_, nth) => ({ text: `${by} ${nth}`, by, at }))
  const { clashes } = joinNotes(note('a', { clashes: ten('laptop') }), note('a', { clashes: ten('phone') }), at)
  expect(clashes).toHaveLength(10)
  expect(clashes.at(-1)?.text.split('\n')).toHaveLength(11)
})
