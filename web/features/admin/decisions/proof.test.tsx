import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PayoutBatch } from '#shared/earnings/admin.ts'
import type { UserId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { ForbiddenPage } from '#web/features/admin/forbidden-page.tsx'
import { AccountRecovery } from '#web/features/admin/queues/account-recovery.tsx'
import { OpenPayout } from '#web/features/admin/queues/money/open-payout.tsx'
import type { WithProof } from '#web/net/with-proof.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { useDecision } from './use-decision.ts'

let calls: { path: string; body: unknown }[] = []
beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    calls.push({ path, body: body ? JSON.parse(String(body)) : undefined })
    return new Response(JSON.stringify({ success: true }), { status: 200 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function Desk({ withProof }: { withProof: WithProof }) {
  const { settle, busyWith } = useDecision('usr_1' as UserId, async () => undefined, withProof)
  return (
    <>
      <AccountRecovery settle={settle} busyWith={busyWith} />
      <Toaster />
    </>
  )
}

test('an admin who cancels the step-up has decided nothing and sees no message', async () => {
  render(<Desk withProof={async () => undefined} />)
  type('Account email', 'ada@founders.example')
  type('How you verified their identity', 'Showed a passport in a call.')
  press('Recover account')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Recover account' })).toHaveProperty('disabled', false))
  expect(calls).toEqual([])
  expect(screen.queryByText('Account recovery started')).toBeNull()
  expect(screen.getByLabelText('Account email')).toHaveProperty('value', 'ada@founders.example')
})

test('account recovery needs a reason and a step-up, and shows where the link was sent', async () => {
  const proofs: unknown[] = []
  const withProof: WithProof = (action) => {
    proofs.push(action)
    return action()
  }
  render(<Desk withProof={withProof} />)
  type('Account email', 'ada@founders.example')
  press('Recover account')
  expect(await screen.findByText('Enter how you verified their identity.')).toBeTruthy()
  expect(calls).toEqual([])
  type('How you verified their identity', 'Showed a passport in a call.')
  press('Recover account')
  expect(await screen.findByText('Account recovery started')).toBeTruthy()
  expect(screen.getByText('We sent a password link to ada@founders.example.')).toBeTruthy()
  expect(calls).toEqual([
    { path: '/api/admin/accounts/recover', body: { email: 'ada@founders.example', reason: 'Showed a passport in a call.' } },
  ])
  expect(proofs).toHaveLength(1)
})

test.each(['accounts.admin-needs-two-factor', 'accounts.admin-needs-password'])(
  'an admin who is rejected with %s sees what to do, and where',
  async (code) => {
    await renderInRouter(
      <ForbiddenPage status={403} code={code} message="Set one up in Settings." onTryAgain={() => undefined} />,
    )
    expect(screen.getByText('Set one up in Settings.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open Settings' }).getAttribute('href')).toBe('/settings')
  },
)

test.each([
  [500_100, true],
  [500_000, false],
])('a batch of %d cents states that it requires two people: %s', (amount, isShown) => {
  const line = { account: 'a', payee: 'Ada', email: null, id: 'pol_1', transferId: null, failure: null, waitsSince: null }
  const batch: PayoutBatch = {
    id: 'pay_1',
    status: 'open',
    reference: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    closedAt: null,
    total: cents(amount),
    lines: [{ ...line, amount: cents(amount), status: 'open', goes: 'by-hand', isCovered: true }],
  }
  render(<OpenPayout batch={batch} settle={async () => true} busyWith={undefined} />)
  expect(screen.queryByText(/requires two people/) !== null).toBe(isShown)
})
