import { createMemoryHistory, createRootRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import { FIRST_PART } from '#shared/directory/first-part.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { Route } from './ping.tsx'

const named = (name: string) => sampleInvestor({ id: `rec${name}` as Investor['id'], name, isVerified: true })

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

async function open(address: string) {
  const stats = [{ id: 'recAbe', totalRequests: 9, topTag: 'DeFi', rank: 1, replyRate: 80 }]
  const totals = [{ id: 'all', verified: 1, others: 1, funds: 0, letters: ['A'] }]
  const part = JSON.stringify({ investors: [named('Abe')], stats, totals })
  document.head.innerHTML = `<script data-page id="${FIRST_PART}" type="application/json">${part}</script>`
  const root = createRootRoute({ component: Outlet })
  const ping = Route.update({ id: '/ping', path: '/ping', getParentRoute: () => root } as never)
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren([ping]), history })
  await router.load()
  render(<RouterProvider router={router} />)
}

test('the leaderboard of the page is shown in every order of the list', async () => {
  await open('/ping?sort=name')
  expect((await screen.findByText('Top 3 VC')).closest('a')?.textContent).toContain('Abe')
})

test('the section of all investors begins with the most requested ones, once they are on the device', async () => {
  await open('/ping')
  expect(await screen.findByRole('heading', { name: /Verified Investors/ })).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect(screen.queryByRole('heading', { name: /All Investors/ })).toBeNull()

  const text = JSON.stringify({ put: { investors: [named('Zed')], stats: [] } })
  await directoryDb.parts.put({ key: 'best', text, size: 1 })
  await act(() => directoryDb.setMeta('directory', { epoch: 'e', parts: ['best'], base: 'b', isComplete: false, revision: 0 }))
  expect(await screen.findByRole('heading', { name: /All Investors/ })).toBeTruthy()
})
