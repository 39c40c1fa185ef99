import { expect, test } from 'vitest'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { refundStateOf } from './refund-state.ts'

const order = (over: Partial<OrderEntry> = {}): OrderEntry => ({
  id: 'ord_1' as OrderId,
  kind: 'vc_unlock',
  targetId: 'recA',
  title: 'Marit Moretti',
  amount: cents(2500),
  status: 'paid',
  createdAt: '2026-11-22T10:00:00.000Z',
  receiptNumber: 7,
  paidAt: '2026-11-22T10:00:00.000Z',
  refund: null,
  ...over,
})
const refund = (over: Partial<NonNullable<OrderEntry['refund']>>) =>
  order({
    refund: {
      id: 'rfd_1',
      status: 'requested',
      reason: 'Silence.',
      note: null,
      requestedAt: '2026-11-23T10:00:00.000Z',
      replyDueAt: '2026-11-30T23:59:59.999Z',
      refundDueAt: '2026-12-07T23:59:59.999Z',
      refundedAt: null,
      ...over,
    },
  })
const at = (instant: string) => new Date(instant)

test.each([
  ['within the week', order(), '2026-11-24T10:00:00Z', { kind: 'may-ask', until: at('2026-11-29T23:59:59.999Z') }],
  ['after the week', order(), '2026-11-30T00:00:00Z', { kind: 'silent' }],
  ['that was never paid', order({ paidAt: null, status: 'processing' }), '2026-11-24T10:00:00Z', { kind: 'silent' }],
  // Stored by an older build, which had neither field.
  [
    'of an older build',
    { ...order(), paidAt: undefined, refund: undefined } as never,
    '2026-11-24T10:00:00Z',
    { kind: 'silent' },
  ],
  ['in dispute', order({ status: 'disputed' }), '2026-11-24T10:00:00Z', { kind: 'told', word: 'In dispute' }],
  ['with a request', refund({}), '2026-11-24T10:00:00Z', { word: 'Refund requested', detail: 'Reply by 30 Nov.' }],
  ['not answered', refund({}), '2026-12-01T10:00:00Z', { detail: 'Reply was due by 30 Nov. We are late. Sorry.' }],
  [
    'with a request made by a rule',
    refund({ mayAdd: true, reason: '' }),
    '2026-11-24T10:00:00Z',
    { kind: 'told', word: 'Refund requested', until: at('2026-11-29T23:59:59.999Z') },
  ],
  ['approved', refund({ status: 'approved' }), '2026-11-24T10:00:00Z', { word: 'Refund approved', detail: 'Refund by 7 Dec.' }],
  [
    'declined',
    refund({ status: 'rejected', note: 'It answers.' }),
    '2027-11-24T10:00:00Z',
    { word: 'Refund declined', detail: 'It answers.' },
  ],
  ['bounced', refund({ status: 'failed' }), '2026-11-24T10:00:00Z', { word: 'Refund delayed', tone: 'red' }],
  ['back', refund({ status: 'refunded', refundedAt: '2026-11-25T10:00:00Z' }), '2027-01-01T10:00:00Z', { word: 'Refunded' }],
] as const)('a purchase %s', (_, entry, now, state) => {
  expect(refundStateOf(entry as OrderEntry, at(now))).toMatchObject(state)
})

test.each([
  ['only the buyer has made the request', refund({}), '2026-11-24T10:00:00Z'],
  ['the guarantee has ended', refund({ mayAdd: true }), '2026-11-30T00:00:00Z'],
  ['a bank decides', { ...refund({ mayAdd: true }), status: 'disputed' }, '2026-11-24T10:00:00Z'],
] as const)('nothing can be added to a request where %s', (_, entry, now) => {
  expect(refundStateOf(entry as OrderEntry, at(now))).not.toHaveProperty('until')
})
