import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { BackLink } from './back-link.tsx'

afterEach(cleanup)

async function openDetail(addresses: string[]) {
  const root = createRootRoute({ component: Outlet })
  const detail = () => <BackLink to="/vcs">Browse VCs</BackLink>
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/contacts', component: () => <p>Contacts</p> }),
    createRoute({ getParentRoute: () => root, path: '/vcs', component: () => <p>All investors</p> }),
    createRoute({ getParentRoute: () => root, path: '/vc/$id', component: detail }),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: addresses.slice(0, 1) }) })
  await router.load()
  render(<RouterProvider router={router} />)
  for (const address of addresses.slice(1)) await act(async () => router.history.push(address))
  return router
}

test('on a page that was opened directly, the link leads to the list', async () => {
  await openDetail(['/vc/rec1'])
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Browse VCs' })))
  expect(await screen.findByText('All investors')).toBeTruthy()
})

test('on a page that was opened from another one, it goes back there, with its filters', async () => {
  const router = await openDetail(['/contacts?due=true', '/vc/rec1'])
  await act(async () => fireEvent.click(await screen.findByRole('link', { name: 'Back' })))
  expect(await screen.findByText('Contacts')).toBeTruthy()
  expect(router.history.location.href).toBe('/contacts?due=true')
})
