import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SITE_TITLE } from '#shared/site-title.ts'
import { keepTitles } from '#web/app/route-titles.ts'
import { leavePage, usePageTitle } from './page-title.ts'

let names: Record<string, string | undefined>

function Thing() {
  const { id } = thing.useParams()
  usePageTitle(names[id])
  return <p>Thing {id}</p>
}
const root = createRootRoute({ component: Outlet, notFoundComponent: () => <p>404</p> })
const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Home</p> })
const list = createRoute({
  getParentRoute: () => root,
  path: '/list',

  component: () => <p>List</p>,
})
const thing = createRoute({ getParentRoute: () => root, path: '/thing/$id', component: Thing })
const titles = { __root__: 'Page Not Found', '/': null, '/list': 'List', '/thing/$id': 'Thing' }
const routeTree = root.addChildren([home, list, thing])

let end = () => {}
async function open(address: string) {
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
  end = keepTitles(router as never, titles)
  render(<RouterProvider router={router as never} />)
  await screen.findByText(/Home|List|Thing|404/)
  const go = (to: string) => act(async () => void (await router.navigate({ to } as never)))
  await act(async () => undefined)
  return { go, back: () => act(async () => router.history.back()) }
}

beforeEach(() => {
  names = { a: 'Ada', b: 'Bea', twin: 'Ada' }
  document.title = SITE_TITLE
})
afterEach(() => {
  end()
  cleanup()
  leavePage()
})

test('the title follows navigation, and back', async () => {
  const { go, back } = await open('/list')
  expect(document.title).toBe('List · Latchkey')
  await go('/thing/a')
  expect(document.title).toBe('Ada · Latchkey')
  await go('/')
  expect(document.title).toBe(SITE_TITLE)
  await back()
  expect(document.title).toBe('Ada · Latchkey')
})

test('the title changes between two things of the same kind, also with the same name', async () => {
  const { go } = await open('/thing/a')
  await go('/thing/b')
  expect(document.title).toBe('Bea · Latchkey')
  await go('/thing/a')
  await go('/thing/twin')
  expect(document.title).toBe('Ada · Latchkey')
})

test('a thing whose name is not known yet has the title of its route, and not that of the previous thing', async () => {
  const { go } = await open('/thing/a')
  await go('/thing/unknown')
  expect(document.title).toBe('Thing · Latchkey')
})

test('an unknown address has the title of the error page', async () => {
  await open('/nowhere')
  expect(document.title).toBe('Page Not Found · Latchkey')
})

test('the title from the server stays until a page sets one or is left', async () => {
  document.title = 'Zoe · Latchkey'
  const served = document.createElement('meta')
  served.dataset.page = ''
  document.head.append(served)
  const { go } = await open('/thing/unknown')
  expect(document.title).toBe('Zoe · Latchkey')
  leavePage()
  await go('/list')
  expect(document.title).toBe('List · Latchkey')
})
