import { expect, test } from 'vitest'
import { nothingYet } from '#shared/contacts/follow-up.ts'
import { noDeal } from '#shared/raise/contract.ts'
import { blankPerson } from './blank-person.ts'
import { isPersonSeen, seenOfPerson, type WrittenAbout } from './deletion.ts'

const seen: WrittenAbout = {
  person: { ...blankPerson, name: 'Noa', role: 'Partner' },
  notes: [{ text: 'Ports' }],
  entries: [{ text: 'Wants a pilot', clashes: [{ text: 'Wants two', by: null, at: '' }], deletedAt: null }],
  followUps: [{ ...nothingYet, metAt: 'Token2049', tags: ['lead'] }],
  deals: [{ ...noDeal, amount: 100, nextStep: 'Send the deck' }],
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
  ['a place', { followUps: [{ ...nothingYet, metAt: 'Lisbon', tags: [] }] }],
  ['a tag', { followUps: [{ ...nothingYet, metAt: 'Token2049', tags: ['lead', 'warm'] }] }],
  ['a stage', { followUps: [{ ...nothingYet, stage: 'in-talks' }] }],
  ['a rating', { followUps: [{ ...nothingYet, rating: 4 }] }],
  ['a due time', { followUps: [{ ...nothingYet, dueAt: '2026-12-01T08:00:00.000Z' }] }],
  ['an amount', { deals: [{ ...noDeal, amount: 200 }] }],
  ['a next step', { deals: [{ ...noDeal, amount: 100, nextStep: 'Call' }] }],
  ['a probability', { deals: [{ ...noDeal, probability: 40 }] }],
  ['an instrument', { deals: [{ ...noDeal, instrument: 'safe' }] }],
  ['a photo', { photos: [...seen.photos, { id: 'pho_2', deletedAt: null }] }],
])('%s that its user had not seen turns a deletion down', (_what, unseen) => {
  expect(isPersonSeen({ ...seen, ...unseen }, seenOfPerson(seen))).toBe(false)
})

test('a deletion without a base is of an earlier release, and applies', () => {
  for (const base of [undefined, null, 'x', [1]]) expect(isPersonSeen(seen, base)).toBe(true)
})
