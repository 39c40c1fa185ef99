import { createMemoryHistory, createRootRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Route as SignUpRoute } from '#web/routes/signup.tsx'

afterEach(cleanup)

test.each([
  ['/signup?defaultType=vc', /Joining as VC/],
  ['/signup', /I am joining as/],
])('%s asks for the role only where the address does not name it', async (address, shown) => {
  const root = createRootRoute({ component: Outlet })
  const signUp = SignUpRoute.update({ id: '/signup', path: '/signup', getParentRoute: () => root } as never)
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren([signUp]), history })
  await router.load()
  const { container } = render(<RouterProvider router={router} />)
  expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeTruthy()
  expect(container.textContent).toMatch(shown)
  expect(screen.queryAllByRole('radio').length > 0).toBe(address === '/signup')
})
