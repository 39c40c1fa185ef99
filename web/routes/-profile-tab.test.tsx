import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { Route as ProfileRoute } from '#web/routes/profile.tsx'
import { NewForMe, useFreshProjects } from '#web/widgets/home/new-for-me.tsx'

let db: PrivateDatabase
beforeEach(async () => {
  const user = sampleUser({ userType: 'vc' })
  db = new PrivateDatabase(user.principalId, 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  await db.account.put({ id: user.id, user } as never)
  await db.requestsReceived.put({
    id: 'req1',
    vcId: 'vc_1' as VcId,
    founderName: 'Noor Haddad',
    projectName: 'Acme',
    requestType: 'unlock',
    status: 'paid',
    createdAt: '2026-11-19T10:00:00.000Z',
    version: 1,
  })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

const HomeRows = () => <NewForMe fresh={useFreshProjects()} newSince={undefined} isFounder={false} />

async function open(address: string) {
  const root = createRootRoute({ component: Outlet })
  const profile = ProfileRoute.update({ id: '/profile', path: '/profile', getParentRoute: () => root } as never)
  const home = createRoute({ getParentRoute: () => root, path: '/', component: HomeRows })
  const routeTree = root.addChildren([home, profile])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  render(<RouterProvider router={router} />)
  return router
}

const selected = async () => (await screen.findByRole('tab', { selected: true })).textContent

test('the profile opens the tab that its address names', async () => {
  await open('/profile?tab=activity')
  expect(await selected()).toBe('Activity History')
  expect(await screen.findByText('Noor Haddad')).toBeTruthy()
})

test.each(['/profile', '/profile?tab=no-such-tab', '/profile?tab=3'])('%s opens the first tab', async (address) => {
  await open(address)
  expect(await selected()).toBe('Investor Profile')
})

test('the profile writes the chosen tab into its address', async () => {
  const router = await open('/profile')
  fireEvent.click(await screen.findByRole('tab', { name: 'Account Settings' }))
  await waitFor(() => expect(router.history.location.href).toBe('/profile?tab=account'))
  expect(await selected()).toBe('Account Settings')
})

test('a request on the home page of an investor leads to the list of requests', async () => {
  const router = await open('/')
  fireEvent.click(await screen.findByRole('link', { name: 'Noor Haddad' }))
  await waitFor(() => expect(router.history.location.href).toBe('/profile?tab=activity'))
  expect(await selected()).toBe('Activity History')
})
