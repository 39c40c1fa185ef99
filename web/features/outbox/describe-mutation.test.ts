import { expect, test } from 'vitest'
import { mutationArgs } from '#shared/sync/mutations.ts'
import { describe } from './describe-mutation.ts'

const id = '0190a0a0-0000-7000-8000-000000000001'
const cases: [
  name: keyof typeof mutationArgs,
  args: object,
  title: string,
  words: string | undefined,
  mending: string | undefined,
][] = [
  ['contact.note', { contactId: 'recA', text: 'Met in Lisbon' }, 'Note', 'Met in Lisbon', 'text'],
  ['contact.note', { contactId: 'recA', text: '' }, 'Note emptied', '', 'text'],
  ['profile.rename', { firstName: 'Ada', lastName: 'Okafor' }, 'Your name', 'Ada Okafor', 'page'],
  ['contact.intro', { contactId: 'recA', text: 'Dear Grace' }, 'Introduction', 'Dear Grace', 'text'],
  ['contact.follow-up', { contactId: 'recA', rating: 4, metAt: 'Lisbon' }, 'Follow-up', 'Rating, Where you met', 'page'],
  ['investor.save', { vcId: 'recA', isSaved: true }, 'Investor saved', undefined, undefined],
  ['investor.save', { vcId: 'recA', isSaved: false }, 'Investor no longer saved', undefined, undefined],
  ['intro.request', { vcId: 'recA', message: 'We build ports.' }, 'Request for an introduction', 'We build ports.', 'text'],
  ['vote.cast', { projectId: 'prj_1', isCast: true }, 'Vote', undefined, undefined],
  ['vote.cast', { projectId: 'prj_1', isCast: false }, 'Vote taken back', undefined, undefined],
  [
    'project.report',
    { projectId: 'prj_1', reason: 'spam', text: 'Twice.' },
    'Report: It is spam or listed twice',
    'Twice.',
    'text',
  ],
  ['project.saveDraft', { changes: { companyName: 'Acme', amountRaising: 5 } }, 'Your project, as a draft', 'Acme\n5', 'page'],
  ['project.saveDraft', { changes: { companyName: 'Acme' }, isFinished: true }, 'Your project, saved', 'Acme', 'page'],
  ['listing.edit', { vcId: 'vc_1', change: { bio: 'Builder.' } }, 'Your investor profile', 'Builder.', 'page'],
  ['feedback.submit', { id, message: 'A map!', category: 'feature' }, 'Feedback: Feature Request', 'A map!', 'form'],
  [
    'support.submit',
    { id, name: 'Ada', email: 'ada@founders.example', subject: 'White page', message: 'It stays white all day.' },
    'Support request',
    'White page\n\nIt stays white all day.',
    'form',
  ],
  ['ticket.write', { id, ticketId: id, text: 'Also on my desk.' }, 'Message to our team', 'Also on my desk.', 'text'],
  ['earlyAccess.join', { email: 'ada@founders.example' }, 'Early access', 'ada@founders.example', 'text'],
]

test.each(cases)('%s %j reads as "%s"', (name, args, title, text, repair) => {
  const described = describe({ name, args })
  expect(described).toMatchObject({ title })
  expect([described.words, described.mending?.kind]).toEqual([text, repair])
})

test('every mutation has its own description', () => {
  expect(new Set(cases.map(([name]) => name))).toEqual(new Set(Object.keys(mutationArgs)))
})

test('arguments that no contract allows are described as far as possible, and can be corrected', () => {
  const short = { id, name: 'Ada', email: 'no', subject: 'Hey', message: 'Help!' }
  expect(describe({ name: 'support.submit', args: short })).toMatchObject({
    title: 'Support request',
    words: 'Hey\n\nHelp!',
    mending: { kind: 'form', to: '/support' },
  })
  const long = 'x'.repeat(100_000)
  expect(describe({ name: 'contact.note', args: { contactId: 'recA', text: long } })).toMatchObject({
    title: 'Note',
    words: long,
  })
})

test.each([
  ['a mutation of a newer build', { name: 'call.book', args: { words: 'Tuesday?' } }],
  ['a mutation whose arguments an older build wrote', { name: 'contact.note', args: { note: 'Tuesday?' } }],
])('%s keeps its text accessible', (_, entry) => {
  expect(describe(entry)).toMatchObject({
    title: 'A change of another version of the app',
    words: expect.stringContaining('Tuesday?'),
  })
})
