import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_CODES } from '#shared/accounting/accounts.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { AccountingSection } from './accounting-section.tsx'

const saved = vi.hoisted(() => vi.fn())
vi.mock('#web/ui/save-file.ts', () => ({ saveFile: saved }))

const totals = [
  { account: 'cash', code: '1000', currency: 'usd', debit: 10_000, credit: 2500 },
  { account: 'investor_payable', code: '2000', currency: 'usd', debit: 0, credit: 7500 },
]
const months = ['2026-11', '2026-10']
let unbalanced: string[]
let sent: { path: string; body?: unknown }[]

const settle: Settle = ({ version }, work) =>
  work(version).then(
    () => true,
    () => false,
  )
const open = (role: AdminRole) => render(<AccountingSection roles={[role]} settle={settle} busyWith={undefined} />)
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

beforeEach(() => {
  sent = []
  unbalanced = []
  saved.mockReset()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const month = new URL(path, 'http://localhost').searchParams.get('month') ?? '2026-10'
    if (path.startsWith('/api/admin/accounting.csv')) {
      sent.push({ path })
      return new Response('date (UTC)\r\n')
    }
    if (path.startsWith('/api/admin/accounting/codes')) {
      if (method === 'PATCH') sent.push({ path, body: JSON.parse(String(body)) })
      return Response.json({ codes: DEFAULT_CODES, version: 4 })
    }
    const isBalanced = !unbalanced.includes(month)
    return Response.json({ month, months, isOver: month < '2026-11', isBalanced, rows: 2, totals })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('finance chooses a month, reads its totals per account, and saves its file', async () => {
  open('finance')
  expect(cellsOf(await screen.findByRole('table', { name: '2026-10 in USD' }))).toEqual([
    ['Account', 'Debit', 'Credit'],
    ['1000 Cash', '100.00', '25.00'],
    ['2000 Owed to investors', '0.00', '75.00'],
    ['Total', '100.00', '100.00'],
  ])
  expect(screen.queryByText(/not over/)).toBeNull()
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: '2026-11' } })
  expect(await screen.findByText(/This month is not over/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalledWith('latchkey-ledger-2026-11.csv', 'date (UTC)\r\n', 'text/csv'))
  expect(sent).toEqual([{ path: '/api/admin/accounting.csv?month=2026-11' }])
})

test('a month that does not balance has no file', async () => {
  unbalanced = ['2026-10']
  open('finance')
  expect(await screen.findByText(/Debits and credits differ/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save as CSV' })).toHaveProperty('disabled', true)
})

test('finance reads the codes; an owner changes them, with the version that was shown', async () => {
  open('finance')
  expect(await screen.findByText('6010')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  cleanup()
  open('owner')
  const cash = await screen.findByLabelText('Cash')
  fireEvent.change(cash, { target: { value: '10 00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Please use 1 to 20 letters, digits and dots.')
  expect(sent).toEqual([])
  fireEvent.change(cash, { target: { value: ' 1.200 ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const codes = { ...DEFAULT_CODES, cash: '1.200' }
  await waitFor(() => expect(sent).toEqual([{ path: '/api/admin/accounting/codes', body: { codes, version: 4 } }]))
})

test('a month that cannot be loaded is tried again', async () => {
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }))
  open('finance')
  expect((await screen.findByText(/Couldn’t load the month/)).getAttribute('role')).toBe('alert')
  vi.stubGlobal('fetch', answer)
  fireEvent.click(within(screen.getByText(/Couldn’t load the month/)).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table')).toBeTruthy()
})
