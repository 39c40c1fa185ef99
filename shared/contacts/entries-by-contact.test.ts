import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { entriesByContact } from './entries-by-contact.ts'
import { entriesInWords } from './entries-in-words.ts'
import type { EntryId } from './entry.ts'

const [a, b] = ['recA' as VcId, 'recB' as VcId]
const entry = (id: string, contactId: VcId, writtenOn: string, deletedAt: string | null = null) =>
  sampleEntry({ id: id as EntryId, contactId, text: `text ${id}`, writtenOn, deletedAt })

const entries = [
  entry('1', a, '2026-11-20T10:00:00.000Z'),
  entry('2', b, '2026-11-21T10:00:00.000Z'),
  entry('3', a, '2026-11-22T10:00:00.000Z'),
  entry('4', a, '2026-11-22T10:00:00.000Z'),
  entry('5', a, '2026-11-23T10:00:00.000Z', '2026-11-24T10:00:00.000Z'),
]

test('entries are listed by contact, the latest first, without the deleted ones', () => {
  const ids = [...entriesByContact(entries)].map(([contactId, list]) => [contactId, list.map(({ id }) => id).join()])
  expect(ids).toEqual([
    ['recA', '4,3,1'],
    ['recB', '2'],
  ])
})

test('a list that has not changed stays the same object, and a changed one does not', () => {
  const before = entriesByContact(entries)
  const changed = entries.map((each) => (each.id === '2' ? { ...each, text: 'Other' } : { ...each }))
  const after = entriesByContact(changed, before)
  expect(after.get(a)).toBe(before.get(a))
  expect(after.get(b)?.map(({ text }) => text)).toEqual(['Other'])
})

test('a list with another version of a text is another list, and a file has that version', () => {
  const before = entriesByContact(entries)
  const clashes = [{ text: 'From the phone', by: null, at: '' }]
  const after = entriesByContact(
    entries.map((each) => (each.id === '2' ? { ...each, clashes } : each)),
    before,
  )
  expect(entriesInWords(after.get(b) ?? [])).toBe('2026-11-21 10:00 UTC\ntext 2\n\nOther version: From the phone')
})

test('as one text, each entry has its time in UTC above it', () => {
  expect(entriesInWords(entries.slice(0, 2))).toBe('2026-11-21 10:00 UTC\ntext 2\n\n2026-11-20 10:00 UTC\ntext 1')
  expect(entriesInWords([])).toBe('')
})
