import { expect, test } from 'vitest'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import { nothingYet } from '#shared/contacts/follow-up.ts'
import { type DealFields, noDeal } from '#shared/raise/contract.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import type { PersonFields } from './contract.ts'
import { joinContacts } from './join-contacts.ts'

const AT = '2026-11-27T09:00:00.000Z'
const nothing = { note: undefined, followUp: undefined, deal: undefined }
const { id: _id, addedAt: _added, deletedAt: _deleted, ...noa } = samplePerson()
const note = (text: string) => ({ text, writtenBy: null, clashes: [] })
const followUp = (over: Partial<FollowUp>) => ({ ...nothingYet, tags: [], ...over })

test('an empty field gets the value of the joined person; of two values the second one is in the entry', () => {
  const into: PersonFields = { ...noa, email: null, role: 'Partner', phone: '+351 21 000 0001' }
  const { fields, entry } = joinContacts({ ...nothing, fields: into }, { ...nothing, fields: noa }, AT)
  expect(fields).toEqual({ ...into, email: noa.email })
  expect(entry).toBe('From the joined contact Noa Berg\nRole: Head of Research\nPhone: +351 21 000 0000')
})

test('two people with equal fields need no entry; another spelling of the name is in one', () => {
  const join = (name: string) => joinContacts({ ...nothing, fields: { ...noa, name } }, { ...nothing, fields: noa }, AT)
  expect(join('Noa Berg').entry).toBe('')
  expect(join('N. Berg')).toMatchObject({ fields: { name: 'N. Berg' }, entry: 'From the joined contact Noa Berg' })
})

test('all fields of a person who is joined into an unlocked contact are in the entry, and no field is changed', () => {
  const { fields, entry } = joinContacts({ ...nothing, fields: undefined }, { ...nothing, fields: noa }, AT)
  expect(fields).toBeUndefined()
  expect(entry.split('\n')).toEqual([
    'From the joined contact Noa Berg',
    'Organisation: Harbour Labs',
    'Role: Head of Research',
    'Location: Lisbon',
    'Email: noa@harbour-labs.example',
    'Phone: +351 21 000 0000',
    'Telegram: @noa_berg',
    'LinkedIn: https://www.linkedin.com/in/noa-berg-example',
    'Website: https://harbour-labs.example',
  ])
})

test('both notes are kept, also when they are too long for one', () => {
  const join = (one: string, other: string) =>
    joinContacts({ ...nothing, fields: noa, note: note(one) }, { ...nothing, fields: noa, note: note(other) }, AT).note
  expect(join('Ports', 'Grants')).toEqual(note('Ports\n\nGrants'))
  const [long, other] = ['a'.repeat(9000), 'b'.repeat(9000)]
  expect(join(long, other)).toEqual({ ...note(long), clashes: [{ text: other, by: null, at: AT }] })
})

test('what is not stored about the joined person changes nothing', () => {
  const own = { note: note('Ports'), followUp: followUp({ rating: 4 }), deal: { ...noDeal, amount: 100 } }
  expect(joinContacts({ ...own, fields: noa }, { ...nothing, fields: noa }, AT)).toEqual({ ...nothing, fields: noa, entry: '' })
})

test('follow-ups and deals: the first contact wins, and each value of the second one is in the entry', () => {
  const other: DealFields = {
    ...{ amount: 30_000_000, instrument: 'equity', probability: 0, commitment: 'soft' },
    ...{ introducedBy: 'Ida', nextStep: 'Call', passReason: 'Too early' },
  }
  const into = {
    fields: noa,
    note: undefined,
    followUp: followUp({ stage: 'replied', rating: 4, metAt: 'Lisbon', dueAt: '2026-12-01T08:00:00.000Z', tags: ['lead'] }),
    deal: { ...noDeal, amount: 25_000_000, instrument: 'safe', nextStep: 'Send the deck' } as const,
  }
  const from = {
    fields: noa,
    note: undefined,
    followUp: followUp({
      ...{ stage: 'meeting', rating: 5, metAt: 'Brussels', dueAt: '2026-12-02T08:00:00.000Z' },
      ...{ remindByMail: true, tags: ['LEAD', 'ports'] },
    }),
    deal: other,
  }
  const joined = joinContacts(into, from, AT)
  expect(joined.followUp).toEqual({ ...into.followUp, tags: ['lead', 'ports'] })
  expect(joined.deal).toEqual({ ...other, ...{ amount: 25_000_000, instrument: 'safe', nextStep: 'Send the deck' } })
  expect(joined.entry.split('\n')).toEqual([
    'From the joined contact Noa Berg',
    'Conversation: Meeting booked',
    'Rating: 5 of 5',
    'Met at: Brussels',
    'Next follow-up: 2026-12-02 08:00 UTC',
    'Amount: $300,000.00',
    'Instrument: Equity',
    'Next step: Call',
  ])
})

test('a due time comes with its reminder, and tags for which there is no room are in the entry', () => {
  const tags = Array.from({ length: 20 }, (_, at) => `tag ${at}`)
  const from = followUp({ dueAt: '2026-12-02T08:00:00.000Z', remindByMail: true, tags: ['ports', 'grants'] })
  const { followUp: joined, entry } = joinContacts(
    { ...nothing, fields: noa, followUp: followUp({ tags }) },
    { ...nothing, fields: noa, followUp: from },
    AT,
  )
  expect(joined).toEqual({ ...from, tags })
  expect(entry).toBe('From the joined contact Noa Berg\nTags: ports, grants')
})

test('joining the same person again changes nothing more', () => {
  const from = { fields: noa, note: note('Grants'), followUp: followUp({ tags: ['ports'] }), deal: { ...noDeal, amount: 5 } }
  const first = joinContacts({ ...nothing, fields: { ...noa, role: null }, note: note('Ports') }, from, AT)
  const { entry: _entry, ...stored } = first
  expect(joinContacts(stored, from, AT)).toEqual({ ...stored, entry: '' })
})
