import { expect, test, vi } from 'vitest'
import { type EntriesByContact, entriesByContact } from '#shared/contacts/entries-by-contact.ts'
import type { ContactEntry, EntryId } from '#shared/contacts/entry.ts'
import { type FollowUp, nothingYet } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import type { OwnWords } from '#web/features/contacts/own-words.ts'
import { foldAhead, matchContacts, searchContacts } from './contact-search.ts'
import { readContactSearch } from './search-params.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const [a, b] = ['recA' as VcId, 'recB' as VcId]
const jose = sampleContact({ id: a, name: 'José Peña', fund: 'Kestrel', unlockedAt: '2026-01-01T00:00:00.000Z' })
const mei = sampleContact({ id: b, name: '山本 芽衣', fund: '灯台キャピタル', unlockedAt: '2026-02-01T00:00:00.000Z' })

const followUp = (id: VcId, over: Partial<FollowUp>): FollowUp => ({ ...nothingYet, id, updatedAt: '', ...over })
const own: OwnWords = {
  notes: new Map([[a, { id: a, text: 'Likes zero-knowledge', updatedAt: '' }]]),
  followUps: new Map([
    [a, followUp(a, { stage: 'replied', rating: 5, dueAt: '2026-03-01T09:00:00.000Z', tags: ['Warm Intro', 'Café'] })],
    [b, followUp(b, { stage: 'to-write', rating: 2, dueAt: '2026-03-09T09:00:00.000Z', metAt: 'Token2049' })],
  ]),
}

test.each([
  ['', ['recB', 'recA']],
  ['jose', ['recA']],
  ['PENA kestrel', ['recA']],
  ['芽衣', ['recB']],
  ['jose 芽衣', []],
  ['Zero-Knowledge', ['recA']],
  ['token2049', ['recB']],
  ['warm cafe', ['recA']],
])('%j finds %j, the latest first', (query, ids) => {
  expect(searchContacts([jose, mei], own, query, {}, NOW).map(({ id }) => id)).toEqual(ids)
})

/** An entry whose text counts how often it is read. */
function countedEntry() {
  let count = 0
  const entry = Object.defineProperty(sampleEntry({ contactId: a }), 'text', { get: () => `Pilot ${++count}`, enumerable: true })
  return { entry, reads: () => count }
}

test('without a word to search no text is folded, and texts that are folded ahead are not folded by the first key', async () => {
  const { entry, reads } = countedEntry()
  const contact = { ...jose }
  const texts: OwnWords = { ...own, entries: new Map([[a, [entry]]]) }
  expect(searchContacts([contact], texts, ' ', {}, NOW)).toHaveLength(1)
  expect(reads()).toBe(0)
  foldAhead([contact], texts)
  await eventually(() => expect(reads()).toBe(1))
  expect(searchContacts([contact], texts, 'pilot', {}, NOW)).toHaveLength(1)
  expect(reads()).toBe(1)
})

test.each([
  [{ stage: 'replied' }, ['recA']],
  [{ stage: 'invested' }, []],
  [{ due: true }, ['recA']],
  [{ tag: 'warm intro' }, ['recA']],
  [{ tag: 'warm' }, []],
  [{ sort: 'follow-up' }, ['recA', 'recB']],
  [{ sort: 'rating' }, ['recA', 'recB']],
  [{ sort: 'name' }, ['recA', 'recB']],
] as const)('%j shows %j', (search, ids) => {
  expect(searchContacts([mei, jose], own, '', search, NOW).map(({ id }) => id)).toEqual(ids)
})

test('unknown search parameters in the address are ignored', () => {
  expect(readContactSearch({ stage: 'nowhere', due: 'yes', sort: ['name'] })).toEqual({})
  expect(readContactSearch({ stage: 'replied', due: true, sort: 'name' })).toEqual({
    stage: 'replied',
    due: true,
    sort: 'name',
  })
})

test('a changed note is searched at once', () => {
  const notes = new Map(own.notes)
  const found = (text: string) => searchContacts([jose], { ...own, notes }, text, {}, NOW).length
  expect(found('zero')).toBe(1)
  notes.set(a, { id: a, text: 'Likes bridges', updatedAt: '' })
  expect([found('zero'), found('bridges')]).toEqual([0, 1])
})

test('the text of a dated entry is found, a changed one at once, a deleted one not', () => {
  const entry = sampleEntry({ contactId: a, text: 'Wants a Château in May' })
  const found = (text: string, entries: ContactEntry[]) =>
    searchContacts([jose, mei], { ...own, entries: entriesByContact(entries) }, text, {}, NOW).map(({ id }) => id)
  expect(found('chateau jose', [entry])).toEqual(['recA'])
  expect(found('chateau', [{ ...entry, text: 'Signed' }])).toEqual([])
  expect(found('signed', [{ ...entry, text: 'Signed' }])).toEqual(['recA'])
  expect(found('signed', [{ ...entry, text: 'Signed', deletedAt: entry.writtenOn }])).toEqual([])
})

test('a version of another device is found as well', () => {
  const clashes = [{ text: 'Only on the phone', by: null, at: '' }]
  const entries = entriesByContact([sampleEntry({ contactId: a, clashes })])
  const notes = new Map([[b, { id: b, text: 'Ports', updatedAt: '', clashes: [{ text: 'From the laptop', by: null, at: '' }] }]])
  const found = (text: string) => searchContacts([jose, mei], { ...own, notes, entries }, text, {}, NOW).map(({ id }) => id)
  expect([found('on the phone'), found('laptop')]).toEqual([['recA'], ['recB']])
})

test('of 20,000 entries only those of a contact with a changed one are folded again', () => {
  const many = Array.from({ length: 5000 }, (_, at) => sampleContact({ id: `rec${at}` as VcId, name: `Émile ${at}` }))
  const entries = Array.from({ length: 20_000 }, (_, at) =>
    sampleEntry({ id: `ent_${at}` as EntryId, contactId: `rec${at % 5000}` as VcId, text: `Café ${at}` }),
  )
  const before = entriesByContact(entries)
  const search = (text: string, index: EntriesByContact) => searchContacts(many, { ...own, entries: index }, text, {}, NOW)
  expect(search('cafe 19999', before).map(({ id }) => id)).toEqual(['rec4999'])
  const folds = vi.spyOn(String.prototype, 'normalize')
  const changed = entries.map((entry, at) => (at === 7 ? { ...entry, text: 'Signed' } : { ...entry }))
  expect(search('signed', entriesByContact(changed, before)).map(({ id }) => id)).toEqual(['rec7'])
  expect(folds.mock.calls.length).toBeLessThan(10)
  folds.mockRestore()
})

test('the texts and names of 5,000 contacts are folded once, and not at each keystroke', () => {
  const many = Array.from({ length: 5000 }, (_, at) => sampleContact({ id: `rec${at}` as VcId, name: `Émile ${at}` }))
  const search = (text: string) => searchContacts(many, own, text, { sort: 'name' }, NOW)
  search('emile')
  const folds = vi.spyOn(String.prototype, 'normalize')
  expect(search('emile 77').length).toBeGreaterThan(50)
  // The words of the search alone are folded.
  expect(folds.mock.calls.length).toBeLessThan(10)
  folds.mockRestore()
})

test('another letter searches only what the letters before it have found, and another word searches all', () => {
  const many = ['Ana Berg', 'Anton Falk', 'Bea Anton', 'Cleo Berg'].map((name, at) =>
    sampleContact({ id: `rec${at}` as VcId, name, fund: `Fund ${at}` }),
  )
  const entries: EntriesByContact = new Map()
  const reads = vi.spyOn(entries, 'get')
  const typed = (text: string, texts: OwnWords) => matchContacts(many, texts, text).map(({ name }) => name)
  const texts = { ...own, entries }
  expect(typed('ant', texts)).toEqual(['Anton Falk', 'Bea Anton'])
  reads.mockClear()
  expect(typed('anton b', texts)).toEqual(['Bea Anton'])
  expect(reads).toHaveBeenCalledTimes(2)
  expect(typed('berg', texts)).toEqual(['Ana Berg', 'Cleo Berg'])
  expect(typed('ber', texts)).toEqual(['Ana Berg', 'Cleo Berg'])
  // Texts that have changed are searched again.
  const notes = new Map([['rec3' as VcId, { id: 'rec3' as VcId, text: 'Quartz', updatedAt: '' }]])
  expect(typed('ber quartz', texts)).toEqual([])
  expect(typed('ber quartz', { ...texts, notes })).toEqual(['Cleo Berg'])
})
