import { expect, test } from 'vitest'
import { stageLabels } from '#shared/raise/labels.ts'
import { mutationArgs } from '#shared/sync/mutations.ts'
import { describe } from './describe-mutation.ts'

const id = '0190a0a0-0000-7000-8000-000000000001'
const person = `psn_${id}`
const entry = { id: `ent_${id}`, contactId: person }
const photo = { id: `pho_${id}`, contactId: person }
const search = `sch_${id}`
const template = `tpl_${id}`
const cases: [
  name: keyof typeof mutationArgs,
  args: object,
  title: string,
  words: string | undefined,
  mending: string | undefined,
][] = [
  ['contact.note', { contactId: 'recA', text: 'Met in Lisbon' }, 'Note', 'Met in Lisbon', 'text'],
  ['contact.note', { contactId: 'recA', text: '' }, 'Note cleared', '', 'text'],
  ['profile.rename', { firstName: 'Ada', lastName: 'Okafor' }, 'Your name', 'Ada Okafor', 'page'],
  ['contact.intro', { contactId: 'recA', text: 'Dear Grace' }, 'Introduction', 'Dear Grace', 'text'],
  ['contact.follow-up', { contactId: 'recA', rating: 4, metAt: 'Lisbon' }, 'Follow-up', 'Rating 4 of 5 · Met at Lisbon', 'page'],
  [
    'contact.tag',
    { contactId: 'recA', add: ['Lead'], remove: ['Cold', 'Old'] },
    'Tags',
    'Added: Lead · Removed: Cold, Old',
    'page',
  ],
  [
    'contact.follow-up',
    { contactId: 'recA', stage: 'in-talks', dueAt: '2027-01-04T09:00:00.000Z', remindByMail: true },
    'Follow-up',
    'Conversation In talks · Next follow-up 4 Jan 2027 · Email me a reminder',
    'page',
  ],
  [
    'contact.follow-up',
    { contactId: 'recA', stage: null, dueAt: null },
    'Follow-up',
    'Conversation removed · Next follow-up removed',
    'page',
  ],
  ['investor.save', { vcId: 'recA', isSaved: true }, 'Investor saved', undefined, undefined],
  ['investor.save', { vcId: 'recA', isSaved: false }, 'Investor removed from saved', undefined, undefined],
  [
    'person.write',
    { id: person, name: 'Noa Berg', organisation: null },
    'Person',
    'Name Noa Berg · Organisation removed',
    'page',
  ],
  [
    'deal.write',
    { id: 'recA', amount: 25_000_000, probability: 40, instrument: 'safe', commitment: null, nextStep: 'Send the deck' },
    'Deal',
    'Amount $250,000 · Instrument SAFE · Probability 40 % · Commitment removed · Next step Send the deck',
    'page',
  ],
  [
    'raise.write',
    { id: 'round', target: 200_000_000, 'in-talks': 'Partner meeting' },
    'Your round',
    'Target $2,000,000 · Name of “In talks”: Partner meeting',
    'page',
  ],
  ['person.delete', { id: person, isDeleted: true }, 'Person deleted', undefined, undefined],
  ['person.delete', { id: person, isDeleted: false }, 'Person restored', undefined, undefined],
  ['person.join', { from: person, into: 'recA', entryId: entry.id }, 'Contacts joined', undefined, 'page'],
  [
    'entry.write',
    { ...entry, text: 'Wants a pilot', writtenOn: '2026-11-27T09:00:00.000Z' },
    'Dated note',
    'Wants a pilot',
    'text',
  ],
  ['entry.delete', { ...entry, isDeleted: true }, 'Dated note deleted', undefined, undefined],
  ['entry.delete', { ...entry, isDeleted: false }, 'Dated note restored', undefined, undefined],
  ['photo.delete', { ...photo, isDeleted: true }, 'Photo deleted', undefined, undefined],
  ['photo.delete', { ...photo, isDeleted: false }, 'Photo restored', undefined, undefined],
  ['template.write', { id: template, text: 'Dear {name},' }, 'Template', 'Dear {name},', 'text'],
  ['template.write', { id: template, text: '' }, 'Template removed', '', 'text'],
  ['search.write', { id: search, name: 'Seed in Lisbon', filters: 'stage=Seed' }, 'Saved search', 'Seed in Lisbon', 'text'],
  ['search.write', { id: search, filters: 'stage=Seed' }, 'Saved search', undefined, undefined],
  ['search.write', { id: search, seenUpTo: '2026-11-01T08:00:00.000Z' }, 'Search opened', undefined, undefined],
  ['search.delete', { id: search }, 'Search deleted', undefined, undefined],
  ['intro.request', { vcId: 'recA', message: 'We build ports.' }, 'Introduction request', 'We build ports.', 'text'],
  ['notice.read', { ids: ['ntc_1'] }, 'Notice read', undefined, undefined],
  ['notice.read', { ids: ['ntc_1', 'ntc_2'] }, '2 notices read', undefined, undefined],
  ['notice.prefer', { which: 'replies:mail', isOn: false }, 'Off: Replies from investors, by email', undefined, undefined],
  ['request.reply', { requestId: 'req_1', choice: 'yes', text: 'Friday?' }, 'Reply to a founder: Let’s talk', 'Friday?', 'text'],
  ['call.rate', { bookingId: 'bkg_1', stars: 4, text: 'Thank you.' }, 'Rating of a call: 4 of 5', 'Thank you.', 'text'],
  ['call.reply', { bookingId: 'bkg_1', text: 'Friday.' }, 'Confirmation of a call', 'Friday.', 'text'],
  ['vote.cast', { projectId: 'prj_1', isCast: true }, 'Vote', undefined, undefined],
  ['vote.cast', { projectId: 'prj_1', isCast: false }, 'Vote removed', undefined, undefined],
  [
    'project.report',
    { projectId: 'prj_1', reason: 'spam', text: 'Twice.' },
    'Report: It is spam or listed twice',
    'Twice.',
    'text',
  ],
  [
    'project.saveDraft',
    {
      changes: {
        description: 'We build ports.',
        companyName: 'Acme',
        amountRaising: 1_500_000,
        teamSize: 3,
        revenueGenerating: true,
      },
    },
    'Your project, as a draft',
    'Company Name Acme · Amount Raising $1,500,000 · Revenue Generating · Team Size 3\n\nWe build ports.',
    'page',
  ],
  [
    'project.saveDraft',
    { changes: { companyName: 'Acme' }, isFinished: true },
    'Your project, saved',
    'Company Name Acme',
    'page',
  ],
  [
    'project.saveDraft',
    { changes: { logoUrl: '/uploads/x.webp', valuation: null, description: '' } },
    'Your project, as a draft',
    'New logo · Description removed · Valuation removed',
    'page',
  ],
  ['listing.edit', { vcId: 'vc_1', change: { bio: 'Builder.' } }, 'Your investor profile', 'Builder.', 'page'],
  [
    'listing.edit',
    { vcId: 'vc_1', change: { weeklyIntroLimit: 7, price: 8000 } },
    'Your investor profile',
    'Price $80 · 7 introductions a week',
    'page',
  ],
  [
    'listing.edit',
    {
      vcId: 'vc_1',
      change: { price: null, weeklyIntroLimit: 1, contactType: 'telegram', donateToCharity: false, stage: ['Seed'] },
    },
    'Your investor profile',
    'Price removed · 1 introduction a week · Share no longer goes to charity · Contact by Telegram · Stages Seed',
    'page',
  ],
  ['listing.pause', { vcId: 'vc_1', until: '2026-12-05' }, 'Your investor profile', 'Paused until 5 December', 'page'],
  ['listing.pause', { vcId: 'vc_1', until: null }, 'Your investor profile', 'Pause ended', 'page'],
  ['listing.hours', { vcId: 'vc_1', change: { bufferMinutes: 15 } }, 'Your investor profile', 'Call hours changed', 'page'],
  ['listing.replyDays', { vcId: 'vc_1', days: 3 }, 'Your investor profile', 'Replies within 3 days', 'page'],
  ['listing.hours', { vcId: 'vc_1', change: null }, 'Your investor profile', 'Own call hours removed', 'page'],
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
  expect([described.words, described.correction?.kind]).toEqual([text, repair])
})

test('an entry shows the user’s own name of a stage', () => {
  const entry = { name: 'contact.follow-up', args: { contactId: 'recA', stage: 'in-talks' } } as const
  expect(describe(entry, stageLabels({ 'in-talks': 'Partner meeting' })).words).toBe('Conversation Partner meeting')
})

test('a rejected change is corrected on the page that has its form', () => {
  const pageOf = (name: string, args: object) => describe({ name, args } as never).correction
  expect(pageOf('listing.edit', { vcId: 'vc_1', change: { bio: 'Builder.' } })).toEqual({
    kind: 'page',
    to: '/edit-listing/vc_1',
  })
  expect(pageOf('project.saveDraft', { changes: { companyName: 'Acme' } })).toEqual({ kind: 'page', to: '/project-setup' })
})

test('every mutation has its own description', () => {
  expect(new Set(cases.map(([name]) => name))).toEqual(new Set(Object.keys(mutationArgs)))
})

/** Values of every field that is not a text. */
const raw = {
  price: 120_000,
  weeklyIntroLimit: 7,
  contactType: 'meeting',
  timeZone: 'America/New_York',
  isAngel: true,
  isVentureCapital: false,
  isWebsitePublic: true,
  donateToCharity: true,
} as const

test('no change shows a raw value: an amount in cents, a key of a choice, a flag', () => {
  const args: [keyof typeof mutationArgs, object][] = [
    ['listing.edit', { vcId: 'vc_1', change: raw }],
    [
      'contact.follow-up',
      { contactId: 'recA', stage: 'to-write', rating: 3, dueAt: '2027-01-04T09:00:00.000Z', remindByMail: false },
    ],
    [
      'project.saveDraft',
      { changes: { amountRaising: 120_000, valuation: 5_000_000, tickerLaunched: true, revenueGenerating: false } },
    ],
  ]
  for (const [name, arg] of args) {
    const { words } = describe({ name, args: arg })
    expect(words).toBeTruthy()
    expect(words).not.toMatch(/120000|5000000|\btrue\b|\bfalse\b|\bnull\b|to-write|New_York|T09:00/)
  }
})

test('arguments that no contract allows are described as far as possible, and can be corrected', () => {
  const short = { id, name: 'Ada', email: 'no', subject: 'Hey', message: 'Help!' }
  expect(describe({ name: 'support.submit', args: short })).toMatchObject({
    title: 'Support request',
    words: 'Hey\n\nHelp!',
    correction: { kind: 'form', to: '/support' },
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
    title: 'Change from another app version',
    words: expect.stringContaining('Tuesday?'),
  })
})
