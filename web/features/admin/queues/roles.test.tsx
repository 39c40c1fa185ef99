import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdminRole } from '#shared/admin/rights.ts'
import type { UserId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { AdminPage } from '#web/features/admin/admin-page.tsx'
import type { Queue } from '#web/features/admin/queues.ts'

const LISTS: Record<string, unknown> = {
  deliveries: { mails: [], mailCount: 0, mailKinds: [], jobs: [], jobCount: 0, jobKinds: [] },
  imports: { runs: [], quarantine: [], prices: [] },
  disputes: { disputes: [], warnings: [] },
  payouts: { minimum: 5000, accounts: [], batches: [] },
  books: { violations: [], alerts: [], balances: [], checkedAt: null, balanceReadAt: null },
}

/** The server, as far as these roles may read. @param me  undefined for a node that knows no roles */
function stubServer(me: AdminRole[] | undefined) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const name = path.replace('/api/admin/', '')
    asked.push(name)
    if (name !== 'me') return Response.json(LISTS[name] ?? [])
    const missing = { code: 'not-found', message: 'Not found' }
    return me ? Response.json({ roles: me }) : Response.json(missing, { status: 404 })
  })
  return asked
}

const open = (queue: Queue) =>
  renderInRouter(<AdminPage self={'usr_1' as UserId} queue={queue} withProof={(action) => action()} />, '/admin')
const links = () => screen.getAllByRole('link').map((link) => link.dataset.queue)

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('finance sees and loads its own queues only, and begins in the first of them', async () => {
  const asked = stubServer(['finance'])
  await open('applications')
  await screen.findByRole('link', { name: 'Payouts' })
  expect(links()).toEqual(['search', 'refunds', 'disputes', 'payouts', 'ledger-checks', 'accounting', 'client-errors', 'audit'])
  expect(screen.getByRole('link', { current: 'page' }).dataset.queue).toBe('refunds')
  expect(asked.sort()).toEqual(['books', 'disputes', 'me', 'payouts', 'refunds'])
  expect(screen.queryByText('Pending Review')).toBeNull()
})

test('a link to a section of another role explains which roles the account has', async () => {
  stubServer(['support'])
  await open('payouts')
  expect(await screen.findByRole('heading', { name: 'Your role doesn’t include this section' })).toBeTruthy()
  expect(screen.getByText(/You have the role Support/)).toBeTruthy()
  expect(links()).not.toContain('payouts')
})

test('on a node of the previous release, which knows no roles, every queue is shown', async () => {
  stubServer(undefined)
  await open('applications')
  await screen.findByRole('link', { name: 'Payouts' })
  expect(links()).toContain('team')
})
