import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/runner/eventually.ts'
import { renderApp } from './render-app.tsx'

afterEach(() => document.body.replaceChildren())

/** The contents of the first screen after each change of it. */
function watch(root: HTMLElement): string[] {
  const seen: string[] = []
  new MutationObserver(() => seen.push(root.textContent ?? '')).observe(root, {
    childList: true,
    subtree: true,
    characterData: true,
  })
  return seen
}

async function start(load: () => Promise<{ default: () => React.ReactNode }>) {
  document.body.innerHTML = '<div id="root"><p>First screen</p></div>'
  const root = document.getElementById('root') as HTMLElement
  const seen = watch(root)
  const shell = createRootRoute({
    component: () => (
      <main>
        <Outlet />
      </main>
    ),
    errorComponent: () => <p>Something went wrong</p>,
  })
  const page = createRoute({ getParentRoute: () => shell, path: '/', component: lazyRouteComponent(load) })
  renderApp(createRouter({ routeTree: shell.addChildren([page]), history: createMemoryHistory() }))
  return { root, seen }
}

test('the first screen stays until the route has loaded, and the root is never empty', async () => {
  const chunk = Promise.withResolvers<{ default: () => React.ReactNode }>()
  const load = vi.fn(() => chunk.promise)
  const { root, seen } = await start(load)
  await eventually(() => expect(load).toHaveBeenCalled())
  expect(root.textContent).toBe('First screen')
  chunk.resolve({ default: () => <h1>The page</h1> })
  await eventually(() => expect(root.textContent).toBe('The page'))
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((text) => text === '')).toEqual([])
})

test('a route that cannot be loaded shows its error in place of the first screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { root } = await start(() => Promise.reject(new Error('offline')))
  await eventually(() => expect(root.textContent).toBe('Something went wrong'))
  vi.restoreAllMocks()
})

test.each(['before', 'when', 'after'])('an address that changes %s the first route has loaded is followed', async (when) => {
  document.body.innerHTML = '<div id="root"><p>First screen</p></div>'
  const root = document.getElementById('root') as HTMLElement
  const chunk = Promise.withResolvers<{ default: () => React.ReactNode }>()
  const load = vi.fn(() => chunk.promise)
  const shell = createRootRoute({ component: () => <Outlet /> })
  const page = createRoute({ getParentRoute: () => shell, path: '/', component: lazyRouteComponent(load) })
  const other = createRoute({ getParentRoute: () => shell, path: '/other', component: () => <h1>Other</h1> })
  const history = createMemoryHistory()
  renderApp(createRouter({ routeTree: shell.addChildren([page, other]), history }))
  await eventually(() => expect(load).toHaveBeenCalled())
  if (when === 'before') history.push('/other')
  chunk.resolve({ default: () => <h1>The page</h1> })
  if (when === 'when') queueMicrotask(() => history.push('/other'))
  if (when === 'after') {
    await eventually(() => expect(root.textContent).toBe('The page'))
    history.push('/other')
  }
  await eventually(() => expect(root.textContent).toBe('Other'))
})
