import { expect, test } from 'vitest'
import { refundRefusal } from './eligibility.ts'

const PAID = new Date('2026-11-22T10:00:00Z')
const SOON = new Date('2026-11-23T10:00:00Z')

test.each([
  ['paid', PAID, SOON, undefined],
  ['paid', PAID, new Date('2026-11-29T23:59:59.999Z'), undefined],
  ['paid', PAID, new Date('2026-11-30T00:00:00.000Z'), 'refunds.too-late'],
  // Never fulfilled: there is a status and no payment.
  ['paid', null, SOON, 'refunds.not-refundable'],
  ['disputed', PAID, SOON, 'refunds.dispute-open'],
  ['refunded', PAID, SOON, 'refunds.not-refundable'],
  ['revoked', PAID, SOON, 'refunds.not-refundable'],
  ['cancelled', PAID, SOON, 'refunds.not-refundable'],
  ['processing', null, SOON, 'refunds.not-refundable'],
] as const)('a refund of an order that is %s since %s is at %s refused with %s', (status, paidAt, now, refusal) => {
  expect(refundRefusal({ status, paidAt }, now)).toBe(refusal)
})
