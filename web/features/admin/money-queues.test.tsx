import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdminPayouts, PayoutLine } from '#shared/earnings/admin.ts'
import type { OrderId, UserId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { AdminRefund, AdminWarning } from '#shared/refunds/admin.ts'
import { type Question, ReasonDialog } from '#web/features/admin/decisions/reason-dialog.tsx'
import { useDecision } from '#web/features/admin/decisions/use-decision.ts'
import { DisputesQueue, isAnswerable } from '#web/features/admin/queues/money/disputes-queue.tsx'
import { LedgerChecks } from '#web/features/admin/queues/money/ledger-checks.tsx'
import { PayoutsQueue } from '#web/features/admin/queues/money/payouts-queue.tsx'
import { RefundsQueue } from '#web/features/admin/queues/money/refunds-queue.tsx'
import { Toaster } from '#web/ui/toaster.tsx'

afterEach(cleanup)

const at = '2027-01-04T10:00:00.000Z'

test('an order whose refund failed, and the ledger check that detects it, are shown with readable labels', () => {
  const violation = { rule: 'held-without-reason', subject: 'ord_1', detail: '9900 cents to refund', foundAt: at, seenAt: at }
  const alert = {
    orderId: 'ord_1',
    title: 'Contact of Grace',
    alert: 'return-failed' as const,
    detail: '3 refunds came back',
    createdAt: at,
  }
  render(<LedgerChecks violations={[violation]} alerts={[alert]} balances={[]} checkedAt={at} balanceReadAt={null} />)
  expect(screen.getByText('A due refund was not sent')).toBeTruthy()
  expect(screen.getByText(/The refund failed\. Return the money another way\..*\(3 refunds came back\)/)).toBeTruthy()
})

test('a payout that the balance does not cover is marked, and a withheld amount is not offered', () => {
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
  expect(screen.getByText(/\$85\.00 to Ada pending since .*: the Stripe balance is too low/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove line: $85.00 to Ada' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Prepare 1 payout, $17.00' })).toBeTruthy()
  expect(screen.getByText('Another listing has a negative balance, or this one is revoked or under review')).toBeTruthy()
})

const refundOf = (about: Partial<AdminRefund>): AdminRefund => ({
  ...{
    id: 'rfd_1',
    status: 'requested',
    reason: '',
    note: null,
    alert: null,
    origin: 'buyer',
    decidedAt: null,
    refundsBefore: 0,
  },
  ...{ requestedAt: at, replyDueAt: at, refundDueAt: at, refundedAt: null },
  ...{ orderId: 'ord_1' as OrderId, kind: 'vc_unlock', title: 'Contact of Grace', amount: cents(9900), orderStatus: 'paid' },
  ...{ paidAt: at, buyer: { name: 'Ada', email: null, hasAccount: true }, firstViewedAt: null },
  ...about,
})

test.each([
  ['requested', 'paid', true],
  ['failed', 'paid', true],
  ['failed', 'disputed', false],
  ['approved', 'paid', false],
] as const)('a refund that is %s, of an order that is %s, may be declined: %s', (status, orderStatus, expected) => {
  const refund = refundOf({ status, orderStatus })
  render(<RefundsQueue refunds={[refund]} settle={async () => undefined as never} busyWith={undefined} ask={() => undefined} />)
  expect(screen.queryAllByRole('button', { name: /^Decline/ })).toHaveLength(expected ? 1 : 0)
})

test.each([
  ['null', null, true],
  ['a text', 'Paid twice.', false],
] as const)(
  'past the cap a refund needs an explicit confirmation, unless a rule requested it as well: %s',
  (_, ruleReason, expected) => {
    const refund = refundOf({ refundsBefore: 3, ruleReason })
    render(<RefundsQueue refunds={[refund]} settle={async () => true} busyWith={undefined} ask={() => undefined} />)
    expect(screen.queryAllByText('3 refunds within a year')).toHaveLength(expected ? 1 : 0)
  },
)

describe('a decision about money sends the version that the admin read', () => {
  let calls: { path: string; body: unknown }[] = []
  beforeEach(() => {
    calls = []
    vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
      calls.push({ path, body: JSON.parse(String(body)) })
      const moved = { code: 'review.moved-on', message: 'Somebody has changed this.', current: { version: 8 } }
      return calls.length === 1
        ? new Response(JSON.stringify(moved), { status: 409 })
        : new Response(JSON.stringify(refundOf({ version: 9 })), { status: 200 })
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  function Desk({ draw }: { draw: (queue: Pick<ReturnType<typeof useDecision>, 'settle' | 'busyWith'> & Asking) => ReactNode }) {
    const { settle, busyWith } = useDecision(
      'usr_1' as UserId,
      async () => undefined,
      (action) => action(),
    )
    const [question, ask] = useState<Question>()
    return (
      <>
        {draw({ settle, busyWith, ask })}
        {question && <ReasonDialog question={question} isOnline onClose={() => ask(undefined)} />}
        <Toaster />
      </>
    )
  }
  type Asking = { ask: (question: Question) => void }
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
  /** A button that is busy ignores a press. */
  const pressOnceFree = (name: string) =>
    waitFor(() => {
      const button = screen.getByRole('button', { name })
      expect(button.hasAttribute('disabled')).toBe(false)
      fireEvent.click(button)
    })

  test.each([
    [/^Decline the refund/, 'Decline', 'reject', 7],
    [/^Refund \$99.00 to/, 'Refund $99.00', 'approve', 7],
  ] as const)('and is sent again with the current version: %s', async (opens, decides, path, version) => {
    render(<Desk draw={(queue) => <RefundsQueue refunds={[refundOf({ version })]} {...queue} />} />)
    press(opens)
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'It answers.' } })
    press(decides)
    expect(await screen.findByText('Somebody has changed this.')).toBeTruthy()
    await pressOnceFree(decides)
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(calls).toMatchObject([version, 8].map((sent) => ({ path: expect.stringContaining(path), body: { version: sent } })))
  })

  const purchase = refundOf({})
  const warning = { ...purchase, id: 'issfr_1', fraudType: 'made_with_stolen_card', warnedAt: at, isOpen: true } as AdminWarning

  test.each([
    ['none', [], null],
    ['one', [refundOf({ version: 7, reason: 'A wrong number.' })], 7],
  ] as const)('beside a fraud warning too, where %s has been requested', async (_, refunds, version) => {
    const lists = { disputes: [], warnings: [warning], refunds: [...refunds] }
    render(<Desk draw={(queue) => <DisputesQueue {...lists} {...queue} />} />)
    press(/^Refund \$99.00 to/)
    press('Refund $99.00')
    expect(await screen.findByText('Somebody has changed this.')).toBeTruthy()
    await pressOnceFree('Refund $99.00')
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(calls.map(({ body }) => body)).toEqual([version, 8].map((sent) => ({ orderId: 'ord_1', version: sent })))
  })
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
