import { expect, test } from 'vitest'
import { type WaitingInput, whatWaits } from './what-waits.ts'

const nothing: WaitingInput = {
  user: { email: 'ada@founders.example', emailVerified: true, pendingEmail: null },
  unsent: { waiting: 0, refused: 0 },
  isOffline: false,
  due: [],
  processing: [],
  intros: [],
}
const intro = { vcId: 'recX', name: 'Grace', createdAt: '2026-11-19T10:00:00.000Z', isSent: true }
const unproven = { email: 'ada@founders.example', emailVerified: false, pendingEmail: null }

test('with nothing open, nothing waits', () => {
  expect(whatWaits(nothing)).toEqual([])
})

test.each<[Partial<WaitingInput>, title: string, note: string, to: string]>([
  [
    { unsent: { waiting: 0, refused: 1 } },
    'One change was not accepted',
    'Your words are kept. Decide what becomes of them.',
    '/outbox',
  ],
  [
    { unsent: { waiting: 0, refused: 2 } },
    '2 changes were not accepted',
    'Your words are kept. Decide what becomes of them.',
    '/outbox',
  ],
  [{ unsent: { waiting: 3, refused: 0 } }, '3 changes on this device', 'On the way to the server.', '/outbox'],
  [
    { unsent: { waiting: 1, refused: 0 }, isOffline: true },
    'One change on this device',
    'Sent as soon as you are online.',
    '/outbox',
  ],
  [{ user: unproven }, 'Confirm your e-mail address', 'We sent a link to ada@founders.example.', '/settings'],
  [
    { user: { ...unproven, emailVerified: true, pendingEmail: 'new@founders.example' } },
    'Confirm your e-mail address',
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
  [{ intros: [intro] }, 'Introduction to Grace', 'Asked on 19 November. The team has it.', '/vc/recX'],
  [{ intros: [{ ...intro, isSent: false }] }, 'Introduction to Grace', 'Saved on this device, not sent yet.', '/vc/recX'],
])('%j waits as one entry', (input, title, note, to) => {
  expect(whatWaits({ ...nothing, ...input })).toMatchObject([{ title, note, to }])
})

test('what needs the person stands before what goes on by itself', () => {
  const items = whatWaits({ ...nothing, user: unproven, unsent: { waiting: 1, refused: 1 }, intros: [intro] })
  expect(items.map(({ key }) => key)).toEqual(['refused', 'email', 'unsent', 'intro:recX'])
})
