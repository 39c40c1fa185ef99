import { createMemoryHistory, createRootRoute, createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'

/** Renders content with links on a page; resolves once the router has rendered it. `history` says where the router is. */
export async function renderInRouter(page: ReactNode, address = '/'): Promise<RenderResult & { history: RouterHistory }> {
  const history = createMemoryHistory({ initialEntries: [address] })
  const component = () => page
  const router = createRouter({ routeTree: createRootRoute({ component, notFoundComponent: component }), history })
  await router.load()
  return { ...render(<RouterProvider router={router} />), history }
}
