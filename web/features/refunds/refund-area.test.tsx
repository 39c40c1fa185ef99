import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import type { RefundEntry } from '#shared/refunds/contract.ts'
import { RefundArea } from './refund-area.tsx'

vi.mock('#web/sync/engine/sync-port.ts', () => ({ requestSync: () => undefined }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const now = new Date().toISOString()
const byRule: RefundEntry = {
  ...{ id: 'rfd_1', status: 'requested', reason: '', note: null, mayAdd: true },
  ...{ requestedAt: now, replyDueAt: now, refundDueAt: now, refundedAt: null },
}
const order = (refund: OrderEntry['refund']): OrderEntry => ({
  ...{ id: 'ord_1' as OrderId, kind: 'vc_unlock', targetId: 'recA', title: 'Grace', amount: cents(9900), status: 'paid' },
  ...{ createdAt: now, receiptNumber: 7, paidAt: now, refund },
})
const add = { name: 'Add details: Grace' }

test('a buyer adds a complaint to a request made by a rule, once', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    const { mayAdd: _flag, ...refund } = byRule
    return new Response(JSON.stringify({ ...refund, reason: 'A wrong number.' }), { status: 200 })
  })
  render(<RefundArea order={order(byRule)} />)
  expect(screen.getByRole('status').textContent).toContain('Refund requested')
  fireEvent.click(screen.getByRole('button', add))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'A wrong number.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Request a refund' }))
  // Before the order contains it: it arrives by sync.
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(screen.queryByRole('button', add)).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('Refund requested')
  expect(sent).toEqual([{ orderId: 'ord_1', reason: 'A wrong number.' }])
})

test('a request of the buyer is shown without an action to add to it', () => {
  const { mayAdd: _, ...own } = byRule
  render(<RefundArea order={order(own)} />)
  expect(screen.getByRole('status').textContent).toContain('Refund requested')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a purchase without a request offers to request a refund', () => {
  render(<RefundArea order={order(null)} />)
  expect(screen.getByRole('button', { name: 'Request a refund: Grace' })).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})

test.each([
  ['scout_publish', 'e.g. paid twice, your project isn’t shown'],
  ['vc_unlock', 'e.g. wrong contact, no reply'],
  ['meeting', 'e.g. the call didn’t take place, wrong contact'],
] as const)('the complaint about a %s gives examples of that purchase', (kind, hint) => {
  render(<RefundArea order={{ ...order(null), kind }} />)
  fireEvent.click(screen.getByRole('button', { name: /: Grace$/ }))
  expect(screen.getByText(hint)).toBeTruthy()
  if (kind !== 'meeting') expect(screen.queryByText(/call/i)).toBeNull()
})
