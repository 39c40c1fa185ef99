import { expect, test } from 'vitest'
import { blankPerson } from './blank-person.ts'
import { isPersonSeen, seenOfPerson, type WrittenAbout } from './deletion.ts'

const seen: WrittenAbout = {
  person: { ...blankPerson, name: 'Noa', role: 'Partner' },
  notes: [{ text: 'Ports' }],
  entries: [{ text: 'Wants a pilot', clashes: [{ text: 'Wants two', by: null, at: '' }], deletedAt: null }],
  followUps: [{ metAt: 'Token2049', tags: ['lead'] }],
  deals: [{ amount: 100, introducedBy: null, nextStep: 'Send the deck', passReason: null }],
  photos: [{ id: 'pho_1', deletedAt: null }],
}

test('a deletion applies to what its user saw, and to less', () => {
  const base = seenOfPerson(seen)
  expect(isPersonSeen(seen, base)).toBe(true)
  expect(isPersonSeen({ ...seen, person: { ...seen.person, role: null }, entries: [], notes: [], photos: [] }, base)).toBe(true)
  expect(isPersonSeen({ ...seen, entries: [{ text: 'Unseen', deletedAt: new Date() }] }, base)).toBe(true)
  expect(isPersonSeen({ ...seen, notes: [{ text: 'Po\0rts' }] }, base)).toBe(true)
})

test.each<[string, Partial<WrittenAbout>]>([
  ['a field', { person: { ...seen.person, role: 'Angel' } }],
  ['a note', { notes: [{ text: 'Ports and trains' }] }],
  ['an entry', { entries: [...seen.entries, { text: 'Met again', deletedAt: null }] }],
  [
    'a version of an entry',
    { entries: [{ text: 'Wants a pilot', clashes: [{ text: 'No', by: null, at: '' }], deletedAt: null }] },
  ],
  ['a place', { followUps: [{ metAt: 'Lisbon', tags: [] }] }],
  ['a tag', { followUps: [{ metAt: 'Token2049', tags: ['lead', 'warm'] }] }],
  ['an amount', { deals: [{ amount: 200, introducedBy: null, nextStep: null, passReason: null }] }],
  ['a next step', { deals: [{ amount: 100, introducedBy: null, nextStep: 'Call', passReason: null }] }],
  ['a photo', { photos: [...seen.photos, { id: 'pho_2', deletedAt: null }] }],
])('%s that its user had not seen turns a deletion down', (_what, unseen) => {
  expect(isPersonSeen({ ...seen, ...unseen }, seenOfPerson(seen))).toBe(false)
})

test('a deletion without a base is of an earlier release, and applies', () => {
  for (const base of [undefined, null, 'x', [1]]) expect(isPersonSeen(seen, base)).toBe(true)
})
