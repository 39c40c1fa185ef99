import { createMemoryHistory, createRootRoute, createRoute, Outlet, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  cleanup()
  vi.doUnmock('#web/routeTree.gen.ts')
})

let isBroken = true
function Page() {
  if (isBroken) throw new Error('Failed to fetch')
  return <p>The page</p>
}

test('a page that fails leaves the frame of the app, and is shown again by its button', async () => {
  const root = createRootRoute({
    component: () => (
      <>
        <header>Latchkey</header>
        <Outlet />
      </>
    ),
  })
  const page = createRoute({ getParentRoute: () => root, path: '/', component: Page })
  vi.doMock('#web/routeTree.gen.ts', () => ({ routeTree: root.addChildren([page]) }))
  const { createAppRouter } = await import('./create-app-router.ts')
  const router = createAppRouter(createMemoryHistory())
  await router.load()
  const muted = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  render(<RouterProvider router={router} />)
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByRole('banner').textContent).toBe('Latchkey')

  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The page')).toBeTruthy()
  muted.mockRestore()
})
