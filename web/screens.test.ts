import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { canonicalPath, SCREENS, screenAt } from '#shared/screens.ts'
import { routeTree } from '#web/routeTree.gen.ts'

const { routesById } = createRouter({ routeTree, history: createMemoryHistory() })

test('the server knows every route of the app as a screen, and no other', () => {
  const routes = Object.keys(routesById).filter((id) => id !== '__root__')
  const paths = routes.map((id) => (id === '/' ? id : id.replace(/\/$/, '')))
  expect(paths.sort()).toEqual([...SCREENS].sort())
})

test.each([
  ['/', '/'],
  ['/vcs', '/vcs'],
  ['/vcs/', '/vcs'],
  ['/vc/rec1', '/vc/$id'],
  ['/payment-success/pi_1', '/payment-success/$paymentIntentId'],
  ['/vc', undefined],
  ['/vc/rec1/more', undefined],
  ['/no-such-page', undefined],
  ['/vcs2', undefined],
])('the screen at %s is %s', (path, expected) => {
  expect(screenAt(path)).toBe(expected)
})

test.each([
  ['/', '/'],
  ['/vcs', '/vcs'],
  ['/vcs/', '/vcs'],
  ['/VCs', '/vcs'],
  ['/VC/recAbC/', '/vc/recAbC'],
  ['/Contacts/New', '/contacts/new'],
  ['/no-such-page/', undefined],
  ['//vcs', undefined],
])('the screen at %s has the address %s', (path, expected) => {
  expect(canonicalPath(path)).toBe(expected)
})
