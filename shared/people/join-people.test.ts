import * as v from 'valibot'
import { expect, test } from 'vitest'
import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { conversationLabels } from '#shared/contacts/conversation.ts'
import { EntryId } from '#shared/contacts/entry.ts'
import { type FollowUp, nothingYet } from '#shared/contacts/follow-up.ts'
import { MAX_TAGS } from '#shared/contacts/tags.ts'
import { type Deal, noDeal } from '#shared/raise/contract.ts'
import { blankPerson } from './blank-person.ts'
import type { PersonFields, PersonId } from './contract.ts'
import { type AboutContact, joinEntryId, planJoin } from './join-people.ts'

const FROM = 'psn_0193a1b2-0000-7000-8000-00000000b001' as PersonId
const INTO = 'psn_0193a1b2-0000-7000-8000-00000000b002' as PersonId

type Given = { fields?: Partial<PersonFields>; note?: string; followUp?: Partial<FollowUp>; deal?: Partial<Deal> }
const about = ({ fields, note, followUp, deal }: Given = {}): AboutContact => ({
  fields: { ...blankPerson, name: 'Noa Berg', ...fields },
  note: note === undefined ? undefined : { text: note },
  followUp: followUp && { ...nothingYet, id: FROM, updatedAt: '', ...followUp },
  deal: deal && { ...noDeal, id: FROM, updatedAt: '', ...deal },
})
const plan = (from: Given, into: Given, isOwn = true) =>
  planJoin({ from: about(from), into: about(into), isOwn, stages: { ...conversationLabels, 'in-talks': 'Term sheet' } })

test('a value fills an empty field, and one that differs is a line of a dated note', () => {
  const from: Given = {
    fields: { name: 'N. Berg', email: 'noa@x.example', role: 'Partner' },
    followUp: {
      stage: 'in-talks',
      rating: 4,
      metAt: 'Hall B',
      dueAt: '2026-12-01T08:00:00.000Z',
      remindByMail: true,
      tags: ['a'],
    },
    deal: { amount: 2_500_000, probability: 40, instrument: 'safe', nextStep: 'Send the deck' },
  }
  expect(plan(from, {})).toMatchObject({
    fields: { email: 'noa@x.example', role: 'Partner' },
    followUp: { stage: 'in-talks', rating: 4, metAt: 'Hall B', dueAt: '2026-12-01T08:00:00.000Z', remindByMail: true },
    deal: { amount: 2_500_000, probability: 40, instrument: 'safe', nextStep: 'Send the deck' },
    tags: ['a'],
    entries: ['Joined with N. Berg\nName: N. Berg'],
  })
  const other: Given = {
    fields: { email: 'berg@x.example' },
    followUp: { stage: 'passed', rating: 2, metAt: 'Hall A', dueAt: '2026-12-02T08:00:00.000Z', tags: ['A', 'b'] },
    deal: { amount: 100, probability: 10, instrument: 'equity', nextStep: 'Call' },
  }
  expect(plan(from, other)).toMatchObject({
    ...{ fields: { role: 'Partner' }, followUp: {}, deal: {}, tags: [], note: undefined },
    entries: [expect.stringContaining('Email: noa@x.example')],
  })
  const { kept } = plan(from, other).words
  expect(kept).toEqual([
    'Name: N. Berg',
    'Email: noa@x.example',
    'Conversation: Term sheet',
    'Rating: 4',
    'Met at: Hall B',
    'Next follow-up: 2026-12-01 08:00 UTC',
    'Amount: $25,000.00',
    'Instrument: SAFE',
    'Probability: 40 %',
    'Next step: Send the deck',
  ])
})

test('nothing that was bought is changed: all fields of the person are lines', () => {
  const { fields, words } = plan({ fields: { email: 'noa@x.example' } }, {}, false)
  expect([fields, words]).toEqual([{}, { filled: [], kept: ['Email: noa@x.example'] }])
})

test('both notes are kept, a repeated join adds none again, and one that does not fit is a dated note of its own', () => {
  expect(plan({ note: 'Ports' }, {}).note).toBe('Ports')
  expect(plan({ note: 'Ports' }, { note: 'Ships' }).note).toBe('Ships\n\nPorts')
  expect(plan({ note: 'Ports' }, { note: 'Ships\n\nPorts' }).note).toBeUndefined()
  const long = 'é'.repeat(MAX_NOTE_LENGTH)
  const { note, entries } = plan({ note: long }, { note: 'Ships' })
  expect(note).toBeUndefined()
  expect(entries.join('')).toBe(long)
  expect(Math.max(...entries.map((text) => text.length))).toBeLessThanOrEqual(MAX_NOTE_LENGTH)
})

test('tags beyond the limit are a line', () => {
  const own = Array.from({ length: MAX_TAGS - 1 }, (_, at) => `own ${at}`)
  const { tags, words } = plan({ followUp: { tags: ['a', 'b', 'own 1'] } }, { followUp: { tags: own } })
  expect([tags, words.kept]).toEqual([['a'], ['Tags: b']])
})

test('two devices give the dated note of one join the same id, and another one to another join', () => {
  const ids = [joinEntryId(FROM, INTO, 0), joinEntryId(FROM, INTO, 1), joinEntryId(INTO, FROM, 0)]
  expect(joinEntryId(FROM, INTO, 0)).toBe(ids[0])
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(v.is(EntryId, id)).toBe(true)
})
