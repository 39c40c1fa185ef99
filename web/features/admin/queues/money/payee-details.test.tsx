import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdminPayouts, PayableAccount, PayoutBatch, PayoutLine } from '#shared/earnings/admin.ts'
import type { PayeeDetails } from '#shared/earnings/payout-details.ts'
import { cents } from '#shared/money.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { PayoutsQueue } from '#web/features/admin/queues/money/payouts-queue.tsx'

const at = '2026-11-20T10:00:00.000Z'
const MASKED = { kind: 'iban', holder: 'Grace Hopper', country: 'DE', lastFour: '3000' } as const
const MISSING: PayeeDetails = { masked: null, changedAt: null, isNew: false, remindedAt: null }
const KNOWN: PayeeDetails = { masked: MASKED, changedAt: at, isNew: false, remindedAt: null }

let sent: string[]
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    sent.push(`${method} ${path} ${body ?? ''}`.trim())
    if (path.endsWith('/remind')) return Response.json({ remindedAt: at })
    const details = { kind: 'iban', holder: 'Grace Hopper', country: 'DE', iban: 'DE89370400440532013000' }
    return Response.json({ details, changedAt: at, isNew: false })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const settle: Settle = async (_decided, work) => {
  await work(undefined)
  return true
}
const account = (payee: string, details?: PayeeDetails): PayableAccount => ({
  ...{ account: `investor_payable:vc_${payee}`, payee, email: `${payee}@x.example`, amount: cents(8500), payable: cents(8500) },
  ...{ standing: 'ready', ...(details && { details }) },
})
const line = (about: Partial<PayoutLine>): PayoutLine => ({
  ...{ id: 'pol_1', account: 'investor_payable:vc_1', payee: 'Grace', email: 'grace@x.example', amount: cents(8500) },
  ...{ status: 'open', goes: 'by-hand', transferId: null, failure: null, waitsSince: null, isCovered: true, ...about },
})
const batch = (about: Partial<PayoutBatch>): PayoutBatch => ({
  ...{ id: 'pay_1', status: 'open', reference: null, createdAt: at, closedAt: null, total: cents(8500), lines: [line({})] },
  ...about,
})
const show = (payouts: Partial<AdminPayouts>) =>
  render(
    <PayoutsQueue
      payouts={{ minimum: cents(1000), accounts: [], batches: [], ...payouts }}
      settle={settle}
      busyWith={undefined}
    />,
  )

test('an investor without payout details is marked, can be reminded, and is not part of the next batch', async () => {
  show({ accounts: [account('Ada', KNOWN), account('Bob', MISSING), account('Keys for all')] })
  expect(screen.getByText('No payout details yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Prepare 2 payouts, $170.00' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send reminder' }))
  expect(sent).toEqual(['POST /api/admin/payouts/remind {"account":"investor_payable:vc_Bob"}'])
})

test('an investor who was reminded shows when, and is not reminded again within a week', () => {
  vi.setSystemTime('2026-11-22T10:00:00.000Z')
  show({ accounts: [account('Bob', { ...MISSING, remindedAt: at })] })
  expect(screen.getByText('No payout details yet. Reminded 20 Nov 2026')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send reminder' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Prepare/ })).toBeNull()
  cleanup()
  vi.setSystemTime('2026-11-27T10:00:00.000Z')
  show({ accounts: [account('Bob', { ...MISSING, remindedAt: at })] })
  expect(screen.getByRole('button', { name: 'Send reminder' })).toBeTruthy()
})

test('the full details of a line are shown on demand with buttons to copy, and hidden again', async () => {
  show({ batches: [batch({ lines: [line({ details: KNOWN })] })] })
  expect(screen.getByText('DE •••• 3000')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Show payout details of Grace' }))
  expect(await screen.findByText('DE89 3704 0044 0532 0130 00')).toBeTruthy()
  expect(sent).toEqual(['POST /api/admin/payouts/pay_1/lines/pol_1/details'])
  for (const name of ['Copy Account holder', 'Copy IBAN', 'Copy Country'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide payout details' }))
  fireEvent.click(screen.getByRole('button', { name: 'Hide payout details' }))
  expect(screen.queryByText('DE89 3704 0044 0532 0130 00')).toBeNull()
})

test('details that changed within the last days are a warning beside the payout', () => {
  show({ batches: [batch({ lines: [line({ details: { ...KNOWN, isNew: true } })] })] })
  expect(screen.getByText('Details changed 20 Nov 2026. Check them with the investor before you pay.')).toBeTruthy()
})

test('a line whose details were removed stops the batch, and can be taken out', () => {
  show({ batches: [batch({ lines: [line({ details: MISSING })] })] })
  expect(screen.getByText('1 line without payout details')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove line' })).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark as paid' }).disabled).toBe(true)
})

test('a line whose details were removed once an admin had viewed them can be marked as paid, or taken out', () => {
  show({ batches: [batch({ lines: [line({ details: MISSING, paidTo: MASKED })] })] })
  expect(screen.getByText(/^They were shown here before: DE •••• 3000\. If you have sent the transfer/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove line' })).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark as paid' }).disabled).toBe(false)
})

test('a paid batch says where each line went', () => {
  show({
    batches: [batch({ status: 'paid', reference: 'BANK-1', closedAt: at, lines: [line({ status: 'paid', paidTo: MASKED })] })],
  })
  expect(screen.getByText('Paid to')).toBeTruthy()
  expect(screen.getByText(/\$85\.00 to/).textContent).toBe('$85.00 to Grace: Grace Hopper, DE •••• 3000')
})
