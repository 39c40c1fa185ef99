import { expect, test } from 'vitest'
import { todoItems, type WaitingInput } from './todo-items.ts'

const nothing: WaitingInput = {
  user: { email: 'ada@founders.example', emailVerified: true, pendingEmail: null },
  unsent: { waiting: 0, refused: 0 },
  isOffline: false,
  project: null,
  listing: null,
  due: [],
  awaited: null,
  calls: [],
  processing: [],
  intros: [],
}
const intro = { vcId: 'recX', name: 'Grace', createdAt: '2026-11-19T10:00:00.000Z', isSent: true, isForwarded: false }
const unproven = { email: 'ada@founders.example', emailVerified: false, pendingEmail: null }

test('with nothing open, the list is empty', () => {
  expect(todoItems(nothing)).toEqual([])
})

const keptNote = 'Your text is saved on this device.'
const listing = { id: 'vc_1', reviewReason: null }

test.each<[Partial<WaitingInput>, title: string, note: string, to: string | undefined]>([
  [{ unsent: { waiting: 0, refused: 1 } }, 'One change was not accepted', keptNote, '/outbox'],
  [{ unsent: { waiting: 0, refused: 2 } }, '2 changes were not accepted', keptNote, '/outbox'],
  [{ unsent: { waiting: 3, refused: 0 } }, '3 changes on this device', 'Sending…', '/outbox'],
  [{ unsent: { waiting: 1, refused: 0 }, isOffline: true }, 'One change on this device', 'Sends when you are online.', '/outbox'],
  [{ awaited: { name: 'Ada', count: 1, paid: 1 } }, 'Reply to Ada', 'Paid for your contact.', '/profile?tab=activity'],
  [{ awaited: { name: 'Ada', count: 3, paid: 2 } }, 'Reply to 3 founders', '2 paid for your contact.', '/profile?tab=activity'],
  [{ awaited: { name: 'Ada', count: 1, paid: 0 } }, 'Reply to Ada', 'Requested through our team.', '/profile?tab=activity'],
  [
    { project: { isPublished: true, clashCount: 1 } },
    'Two versions of your project',
    'Two devices changed the same text. Choose which version to keep.',
    '/project-setup',
  ],
  [
    { project: { isPublished: false, clashCount: 0 } },
    'Your project is a draft',
    'It is not public until you publish it.',
    '/project-setup',
  ],
  [
    { project: { isPublished: false, clashCount: 0, reviewReason: 'Our team checks it.' } },
    'Your project is offline',
    'Our team checks it.',
    '/project-setup',
  ],
  [
    { project: { isPublished: false, clashCount: 0, canPutBack: true } },
    'Your project is off the marketplace',
    'You took it off. Putting it back is free.',
    '/project-setup',
  ],
  [
    { listing: { ...listing, standing: 'under-review', reviewReason: 'Our team checks it.' } },
    'Your profile is under review',
    'Our team checks it.',
    '/profile?tab=investor',
  ],
  [
    { listing: { ...listing, standing: 'under-review' } },
    'Your profile is under review',
    'Approval takes 1-2 business days. You are notified by email.',
    '/profile?tab=investor',
  ],
  [
    { listing: { ...listing, standing: 'rejected', reviewReason: 'No fund of that name.' } },
    'Your application was not approved',
    'No fund of that name.',
    '/profile?tab=investor',
  ],
  [
    { listing: { ...listing, standing: 'revoked' } },
    'Your verification was revoked',
    'Contact support if this is a mistake.',
    '/profile?tab=investor',
  ],
  [
    { listing: { ...listing, standing: 'live', lacksCallLink: true } },
    'Add a video link for your calls',
    'Founders can book you, and your meeting link is a scheduling page.',
    '/edit-listing/vc_1',
  ],
  [{ user: unproven }, 'Confirm your email address', 'We sent a link to ada@founders.example.', '/settings'],
  [
    { user: { ...unproven, emailVerified: true, pendingEmail: 'new@founders.example' } },
    'Confirm your email address',
    'We sent a link to new@founders.example.',
    '/settings',
  ],
  [
    { processing: [{ id: 'ord_1' as never, title: 'Contact of Grace' }] },
    'Contact of Grace',
    'Your bank is still processing the payment.',
    '/contacts',
  ],
  [{ due: [{ id: 'recD', name: 'Marit', words: 'Due today' }] }, 'Write to Marit', 'Due today', '/contacts/recD'],
  [
    { calls: [{ id: 'call_1', name: 'Noa', start: new Date(2026, 10, 24, 15, 0).toISOString() }] },
    'Call with Noa',
    'Tuesday 24 November at 15:00',
    '/calls',
  ],
  [{ intros: [intro] }, 'Introduction to Grace', 'Requested on 19 November. Our team is on it.', '/vc/recX'],
  [{ intros: [{ ...intro, isForwarded: true }] }, 'Introduction to Grace', 'We contacted them.', '/vc/recX'],
  [{ intros: [{ ...intro, isSent: false }] }, 'Introduction to Grace', 'Saved on this device, not sent yet.', '/vc/recX'],
])('%j is listed as one entry', (input, title, note, to) => {
  expect(todoItems({ ...nothing, ...input })).toEqual([expect.objectContaining({ title, note })])
  expect(todoItems({ ...nothing, ...input })[0]?.to).toBe(to)
})

test.each([
  [{ listing: { ...listing, standing: 'live' } }],
  [{ listing: { ...listing, standing: 'paused' } }],
  [{ project: { isPublished: true, clashCount: 0 } }],
] as const)('%j leaves nothing to wait for', (input) => {
  expect(todoItems({ ...nothing, ...input })).toEqual([])
})

test('items that need the user come before items that proceed by themselves', () => {
  const items = todoItems({
    ...nothing,
    user: unproven,
    unsent: { waiting: 1, refused: 1 },
    project: { isPublished: false, clashCount: 0 },
    due: [{ id: 'recD', name: 'Marit', words: 'Due today' }],
    intros: [intro],
  })
  expect(items.map(({ key }) => key)).toEqual(['refused', 'email', 'due:recD', 'draft', 'unsent', 'intro:recX'])
})
