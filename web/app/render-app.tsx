import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * Renders the app in place of the first screen of index.html, once the route of the address has loaded. Before that a router
 * renders nothing, and the first render empties the element.
 */
export function renderApp(router: AnyRouter): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const app = createRoot(root)
  // The router follows the address from its first render on. Until then a Back would be lost. The listener is a function of its
  // own: the router subscribes `router.load`, and a history keeps each function once.
  const stopFollowing = router.history.subscribe(() => void router.load())
  const render = () =>
    app.render(
      <StrictMode>
        <RouterProvider router={router} />
        <Rendered then={stopFollowing} />
      </StrictMode>,
    )
  // A route that could not be loaded renders its own error.
  void router.load().then(render, render)
}

/** Its effect runs after those of the router before it. */
function Rendered({ then }: { then: () => void }) {
  useLayoutEffect(then, [then])
  return null
}
