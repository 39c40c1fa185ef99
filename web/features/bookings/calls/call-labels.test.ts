import { expect, test } from 'vitest'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { accountOf, contactWords, questionOf, standingOf, termsOf } from './call-labels.ts'

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
  expect(standingOf(sampleCall(over), START + after).word).toBe(label)
})

test.each([
  [{}, undefined],
  [{ status: 'cancelled', endedBy: 'founder', refund: 'due' }, 'You cancelled it. $50.00 is on its way back to your card.'],
  [
    { status: 'cancelled', endedBy: 'founder', refund: 'none' },
    'You cancelled it. Free cancellation had ended, so $50.00 is not paid back. You keep the contact.',
  ],
  [
    { status: 'declined', endedBy: 'investor', refund: 'returned', endReason: 'On a plane' },
    'Alan Platform declined it. “On a plane” $50.00 has been refunded in full.',
  ],
  [
    { role: 'investor', status: 'cancelled', endedBy: 'investor', refund: 'due' },
    'You cancelled it. The founder gets the price back.',
  ],
  [
    { role: 'investor', status: 'cancelled', endedBy: 'founder', refund: 'none' },
    'Alan Platform cancelled it. It was called off late, so the price stays with you.',
  ],
  [
    { status: 'cancelled', endedBy: 'founder', refund: 'none', isRefundAsked: true },
    'You cancelled it. You have had three refunds within a year, so our team decides about the price and writes to you.',
  ],
  [
    { noShowBy: 'founder', contestedAt: '2027-01-10T11:00:00.000Z' },
    'Alan Platform told us that you did not come. You said otherwise. Our team reads both before it decides.',
  ],
  [{ status: 'cancelled', endedBy: 'system', refund: 'due' }, 'It was called off. $50.00 is on its way back to your card.'],
  [{ noShowBy: 'investor' }, 'You told us that Alan Platform did not come. Our team looks at it and writes to you.'],
  [
    { noShowBy: 'founder', contestUntil: '2027-01-17T11:00:00.000Z' },
    'Alan Platform told us that you did not come. Was it otherwise? Please say so within 7 days of the report.',
  ],
  [{ noShowBy: 'founder', contestUntil: '2027-01-10T10:00:00.000Z' }, 'Alan Platform told us that you did not come.'],
] as const)('the account of %j reads: %s', (over, sentence) => {
  expect(accountOf(sampleCall(over), START)).toBe(sentence)
})

test.each([
  ['cancel', {}, -DAY - 1, true, 'You get $50.00 back in full'],
  ['cancel', {}, -DAY, false, '$50.00 is not paid back. You keep the contact'],
  ['cancel', { freeUntil: '2027-01-07T10:00:00.000Z' }, -2 * DAY, false, '$50.00 is not paid back. You keep the contact'],
  ['cancel', { freeUntil: '2027-01-09T21:00:00.000Z' }, -DAY + 1, true, 'You get $50.00 back in full'],
  ['cancel', { role: 'investor' }, -1, true, 'gets $50.00 back in full'],
  ['decline', { role: 'investor' }, -DAY, true, 'gets $50.00 back in full'],
  ['no-show', {}, DAY, undefined, 'No money moves before the team has decided'],
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
    'You get the contact of Alan Platform and the meeting link on Saturday, 9 January 2027, 10:00, UTC. Until then you may cancel for a full refund.',
  )
  expect(contactWords(sampleCall({ contactFrom: null }), 'UTC')).toBeUndefined()
})

test('before the payment the cancellation deadline is shown: a day before the call, or 15 minutes after paying at short notice', () => {
  const start = new Date(START).toISOString()
  expect(termsOf(start, START - 2 * DAY, 'UTC')).toContain('on Saturday, 9 January 2027, 10:00, UTC')
  expect(termsOf(start, START - 2 * DAY, 'UTC')).toContain('Until then you may cancel for a full refund')
  expect(termsOf(start, START - DAY, 'UTC')).toContain('within 15 minutes after paying')
})
