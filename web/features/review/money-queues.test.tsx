import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { AdminPayouts, PayoutLine } from '#shared/earnings/admin.ts'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { AdminRefund } from '#shared/refunds/admin.ts'
import { BooksQueue } from './books-queue.tsx'
import { isAnswerable } from './disputes-queue.tsx'
import { PayoutsQueue } from './payouts-queue.tsx'
import { RefundsQueue } from './refunds-queue.tsx'

afterEach(cleanup)

const at = '2027-01-04T10:00:00.000Z'

test('an order whose money does not go back, and the check that sees it, are on the screen in words', () => {
  const violation = { rule: 'held-without-reason', subject: 'ord_1', detail: '9900 cents must go back', foundAt: at, seenAt: at }
  const alert = {
    orderId: 'ord_1',
    title: 'Contact of Grace',
    alert: 'return-failed' as const,
    detail: '3 refunds came back',
    createdAt: at,
  }
  render(<BooksQueue violations={[violation]} alerts={[alert]} balances={[]} checkedAt={at} balanceReadAt={null} />)
  expect(screen.getByText('Money that must go back is still here')).toBeTruthy()
  expect(screen.getByText(/the refund did not succeed\. Please return it another way\..*\(3 refunds came back\)/)).toBeTruthy()
})

test('a payout that the balance does not cover says so, and what is withheld is not offered', () => {
  const line: PayoutLine = {
    id: 'pol_1',
    account: 'investor_payable:vc_1',
    payee: 'Ada',
    email: null,
    amount: cents(8500),
    status: 'sending',
    goes: 'by-transfer',
    transferId: null,
    failure: null,
    waitsSince: at,
    isCovered: true,
  }
  const batch = {
    id: 'pay_1',
    status: 'paid' as const,
    reference: 'BANK-1',
    createdAt: at,
    closedAt: at,
    total: cents(8500),
    lines: [line],
  }
  const account = (payee: string, amount: number, payable: number, standing: 'ready' | 'withheld') => ({
    account: `investor_payable:${payee}`,
    payee,
    email: null,
    amount: cents(amount),
    payable: cents(payable),
    standing,
  })
  const payouts: AdminPayouts = {
    minimum: cents(1000),
    accounts: [account('Bob', 5100, 1700, 'ready'), account('Cy', 5100, 0, 'withheld')],
    batches: [batch],
  }
  render(<PayoutsQueue payouts={payouts} settle={async () => undefined as never} busyWith={undefined} />)
  expect(screen.getByText(/\$85\.00 to Ada wait since .*: the balance at Stripe is too small/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Take out $85.00 to Ada' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Prepare 1 payout, $17.00' })).toBeTruthy()
  expect(
    screen.getByText('Another listing of theirs is below zero, or this one is revoked or not approved again yet'),
  ).toBeTruthy()
})

test.each([
  ['requested', 'paid', true],
  ['failed', 'paid', true],
  ['failed', 'disputed', false],
  ['approved', 'paid', false],
] as const)('a refund that is %s, of an order that is %s, may be declined: %s', (status, orderStatus, expected) => {
  const refund: AdminRefund = {
    ...{ id: 'rfd_1', status, reason: '', note: null, alert: null, origin: 'buyer', decidedAt: null, refundsBefore: 0 },
    ...{ requestedAt: at, replyDueAt: at, refundDueAt: at, refundedAt: null },
    ...{ orderId: 'ord_1' as OrderId, kind: 'vc_unlock', title: 'Contact of Grace', amount: cents(9900), orderStatus },
    ...{ paidAt: at, buyer: { name: 'Ada', email: null, hasAccount: true }, firstViewedAt: null },
  }
  render(<RefundsQueue refunds={[refund]} settle={async () => undefined as never} busyWith={undefined} ask={() => undefined} />)
  expect(screen.queryAllByRole('button', { name: /^Decline/ })).toHaveLength(expected ? 1 : 0)
})

test.each([
  ['open', at, true],
  ['inquiry', at, true],
  ['closed', at, false],
  ['appealed', at, true],
  ['appealed', null, false],
  ['lost', null, false],
  ['prevented', null, false],
] as const)('a dispute that is %s and due %s is to be answered: %s', (status, dueAt, expected) => {
  expect(isAnswerable({ status, dueAt })).toBe(expected)
})
