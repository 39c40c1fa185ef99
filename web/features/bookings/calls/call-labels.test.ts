import { expect, test } from 'vitest'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { accountOf, callStatusLabel, contactWords, questionOf, termsOf } from './call-labels.ts'

const START = Date.parse('2027-01-10T10:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test.each([
  [{}, -1, 'Confirmed'],
  [{}, 0, 'Now'],
  [{}, 30 * MINUTE, 'Over'],
  [{ noShowBy: 'investor' }, 30 * MINUTE, 'Reported'],
  [{ status: 'cancelled' }, -1, 'Cancelled'],
  [{ status: 'disputed' }, -1, 'In dispute'],
] as const)('%j, %d ms from its start, has the label %s', (over, after, label) => {
  expect(callStatusLabel(sampleCall(over), START + after).word).toBe(label)
})

test.each([
  [{}, undefined],
  [{ status: 'cancelled', endedBy: 'founder', refund: 'due' }, 'You cancelled it. $50.00 is being refunded to your card.'],
  [
    { status: 'cancelled', endedBy: 'founder', refund: 'none' },
    'You cancelled it. Free cancellation had ended, so $50.00 is not refunded. You keep the contact.',
  ],
  [
    { status: 'declined', endedBy: 'investor', refund: 'returned', endReason: 'On a plane' },
    'Alan Platform declined it. “On a plane” $50.00 has been refunded in full.',
  ],
  [{ role: 'investor', status: 'cancelled', endedBy: 'investor', refund: 'due' }, 'You cancelled it. The founder gets a refund.'],
  [
    { role: 'investor', status: 'cancelled', endedBy: 'founder', refund: 'none' },
    'Alan Platform cancelled it. It was cancelled late, so you keep your share.',
  ],
  [
    { status: 'cancelled', endedBy: 'founder', refund: 'none', isRefundAsked: true },
    'You cancelled it. You had three refunds within a year, so our team reviews this refund and emails you.',
  ],
  [
    { noShowBy: 'founder', contestedAt: '2027-01-10T11:00:00.000Z' },
    'Alan Platform reported you as a no-show. You contested it. Our team reviews both reports.',
  ],
  [{ status: 'cancelled', endedBy: 'system', refund: 'due' }, 'It was cancelled. $50.00 is being refunded to your card.'],
  [{ noShowBy: 'investor' }, 'You reported Alan Platform as a no-show. Our team reviews it and emails you.'],
  [
    { noShowBy: 'founder', contestUntil: '2027-01-17T11:00:00.000Z' },
    'Alan Platform reported you as a no-show. Is this wrong? Contest it within 7 days of the report.',
  ],
  [{ noShowBy: 'founder', contestUntil: '2027-01-10T10:00:00.000Z' }, 'Alan Platform reported you as a no-show.'],
] as const)('the account of %j reads: %s', (over, sentence) => {
  expect(accountOf(sampleCall(over), START)).toBe(sentence)
})

test.each([
  ['cancel', {}, -DAY - 1, true, 'You get a full refund of $50.00'],
  ['cancel', {}, -DAY, false, '$50.00 is not refunded. You keep the contact'],
  ['cancel', { freeUntil: '2027-01-07T10:00:00.000Z' }, -2 * DAY, false, '$50.00 is not refunded. You keep the contact'],
  ['cancel', { freeUntil: '2027-01-09T21:00:00.000Z' }, -DAY + 1, true, 'You get a full refund of $50.00'],
  ['cancel', { role: 'investor' }, -1, true, 'gets a full refund of $50.00'],
  ['decline', { role: 'investor' }, -DAY, true, 'gets a full refund of $50.00'],
  ['no-show', {}, DAY, undefined, 'No money moves until our team decides'],
] as const)(
  'the question before a %s of %j states the refund: %d ms from the start',
  (action, over, after, paidBack, sentence) => {
    const question = questionOf(action, sampleCall(over), START + after)
    expect(question.paidBack).toBe(paidBack)
    expect(question.text).toContain(sentence)
  },
)

test('a founder sees when the contact arrives, and no such text once it has arrived', () => {
  expect(contactWords(sampleCall({ contactFrom: '2027-01-09T10:00:00.000Z' }), 'UTC')).toBe(
    'You get the contact of Alan Platform and the meeting link on Saturday, 9 January 2027, 10:00, UTC. Until then you can cancel for a full refund.',
  )
  expect(contactWords(sampleCall({ contactFrom: null }), 'UTC')).toBeUndefined()
})

test('before the payment the terms of cancelling and moving are shown: until a day before the call, or 15 minutes after paying at short notice', () => {
  const start = new Date(START).toISOString()
  expect(termsOf(start, START - 2 * DAY, 'UTC')).toContain('on Saturday, 9 January 2027, 10:00, UTC')
  expect(termsOf(start, START - 2 * DAY, 'UTC')).toContain(
    'Until then you can move the call to another free time, or cancel for a full refund. If the investor cancels or declines, you get a full refund.',
  )
  const shortNotice = termsOf(start, START - DAY, 'UTC')
  expect(shortNotice).toContain('within 15 minutes of paying')
  expect(shortNotice).toContain('it can no longer be moved or cancelled for a refund')
  expect(shortNotice).toContain('If it doesn’t take place, the 7-day guarantee applies. If the investor cancels or declines,')
})
