import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { DeleteAccount } from './delete-account.tsx'

const balance = { inWindow: 0, held: 0, payable: 0, onItsWay: 0, paidOut: 0, donated: 0 }
let earned: Partial<typeof balance>
let calls: string[]

beforeEach(() => {
  calls = []
  earned = {}
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${path}`)
    const account = { asOf: '2027-01-01T00:00:00.000Z', balance: { ...balance, ...earned }, months: [], entries: [] }
    const reply = path === '/api/earnings' ? account : { message: 'no', code: 'internal' }
    return new Response(JSON.stringify(reply), { status: path === '/api/earnings' ? 200 : 500 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function ask() {
  await renderInRouter(<DeleteAccount withProof={(act) => act()} />)
  fireEvent.click(screen.getByRole('button', { name: 'Delete account' }))
  await waitFor(() => expect(calls).toContain('GET /api/earnings'))
  return within(screen.getByRole('dialog', { name: 'Delete your account?' }))
}
const isDisabled = (dialog: ReturnType<typeof within>) =>
  (dialog.getByRole('button', { name: 'Delete permanently' }) as HTMLButtonElement).disabled

test('unpaid earnings are shown before the deletion, and forfeited only with an explicit consent', async () => {
  earned = { inWindow: 8500, payable: -200 }
  const dialog = await ask()
  expect(await dialog.findByText('$85.00 of earnings not paid out')).toBeTruthy()
  expect(isDisabled(dialog)).toBe(true)
  fireEvent.click(dialog.getByRole('checkbox', { name: 'I give up $85.00' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete permanently' }))
  await waitFor(() => expect(calls).toContain('DELETE /api/auth/delete-account?giveUpEarnings=yes'))
})

test('with a payout in transit the account cannot be deleted', async () => {
  earned = { onItsWay: 8500 }
  const dialog = await ask()
  expect(await dialog.findByText('A payout is on its way')).toBeTruthy()
  expect(isDisabled(dialog)).toBe(true)
})

test('an account without earnings is deleted without another question', async () => {
  const dialog = await ask()
  await waitFor(() => expect(isDisabled(dialog)).toBe(false))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete permanently' }))
  await waitFor(() => expect(calls).toContain('DELETE /api/auth/delete-account'))
  expect(dialog.queryByRole('checkbox')).toBeNull()
})
