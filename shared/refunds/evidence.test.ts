import { expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { type Evidence, evidenceOf } from './evidence.ts'

const BARE: Evidence = {
  orderId: 'ord_1',
  kind: 'vc_unlock',
  title: 'Marit Moretti',
  amount: cents(9900),
  paidAt: '2026-11-22T09:30:00.000Z',
  buyer: { name: null, email: null },
  receiptNumber: null,
  firstViewedAt: null,
  withdrawal: null,
  refund: null,
}

test('evidence contains a delivery, terms and a refund request only if they are on record', () => {
  expect(evidenceOf(BARE)).toBe(
    `Product: Marit Moretti (direct contact details of one person, delivered online at once)
Order: ord_1
Amount: $99.00, paid 2026-11-22 09:30 UTC
Buyer: a guest who gave no address
Delivery: no delivery to a device of the buyer is on record.
Terms: none are on record for this order.
Refund: the buyer did not ask for one within the 7-day guarantee.`,
  )
  const text = evidenceOf({
    ...BARE,
    buyer: { name: 'Ada Okafor', email: 'ada@x.example' },
    receiptNumber: 42,
    firstViewedAt: '2026-11-22T09:31:07.000Z',
    withdrawal: { words: 'At once.', shownAt: '2026-11-22T09:29:00.000Z' },
    refund: {
      id: 'rfd_1',
      origin: 'buyer',
      status: 'rejected',
      reason: 'Wrong number',
      note: 'It answers.',
      requestedAt: '2026-11-23T08:00:00.000Z',
      replyDueAt: '',
      refundDueAt: '',
      refundedAt: null,
    },
  })
  for (const line of [
    'Order: ord_1, receipt LK-000042',
    'Buyer: Ada Okafor, ada@x.example',
    "first delivered to the buyer's device 2026-11-22 09:31 UTC.",
    'Terms shown at the pay button 2026-11-22 09:29 UTC: "At once."',
    'asked for 2026-11-23 08:00 UTC; state: rejected. The buyer wrote: "Wrong number"',
  ])
    expect(text).toContain(line)
})
