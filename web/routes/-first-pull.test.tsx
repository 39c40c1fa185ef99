import { createMemoryHistory, createRootRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { directoryDb, setPrivateDb } from '#web/db/tab/databases.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { acceptStoredStatus } from '#web/sync/tab/use-sync-status.ts'
import Dashboard from '#web/widgets/home/dashboard.tsx'
import { Route as CallsRoute } from './calls.tsx'
import { Route as ContactsRoute } from './contacts.index.tsx'

let db: PrivateDatabase
beforeEach(async () => {
  await directoryDb.setMeta('phase', { kind: 'connecting' })
  acceptStoredStatus()
  db = new PrivateDatabase(sampleUser().principalId, 'life')
  await db.account.put({ id: sampleUser().principalId, kind: 'account', user: sampleUser(), version: 1 })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

/** The page has read its lists: they were requested before these reads of the same database, each of at most two in a row. */
async function listsRead() {
  for (let read = 0; read < 5; read += 1)
    await act(async () => void (await db.transaction('r', db.tables, () => db.meta.count())))
}

async function open(address: string) {
  const root = createRootRoute({ component: Outlet })
  const at = (route: object, path: string) =>
    (route as typeof CallsRoute).update({ id: path, path, getParentRoute: () => root } as never)
  const routeTree = root.addChildren([at(CallsRoute, '/calls'), at(ContactsRoute, '/contacts')])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  render(<RouterProvider router={router} />)
}

test.each([
  ['/contacts', 'Loading contacts', 'No contact unlocked yet'],
  ['/calls', 'Loading calls', 'No call booked yet'],
])('%s is empty only once the server has answered on this device', async (address, loading, empty) => {
  await open(address)
  expect(await screen.findByRole('status', { name: loading })).toBeTruthy()
  await listsRead()
  expect(screen.getByRole('status', { name: loading })).toBeTruthy()
  await act(() => db.meta.put({ key: 'validatedAt', value: Date.now() }))
  expect(await screen.findByText(empty)).toBeTruthy()
  expect(screen.queryByRole('status', { name: loading })).toBeNull()
})

test('a device that does not reach the server shows its empty list', async () => {
  await open('/contacts')
  expect(await screen.findByRole('status', { name: 'Loading contacts' })).toBeTruthy()
  await act(() => directoryDb.setMeta('phase', { kind: 'offline', since: '2027-01-04T10:00:00.000Z' }))
  expect(await screen.findByText('No contact unlocked yet')).toBeTruthy()
})

test('a visitor never waits for an answer of the server', async () => {
  const guest = new PrivateDatabase('guest', 'life')
  setPrivateDb(guest)
  await open('/contacts')
  expect(await screen.findByText('No contact unlocked yet')).toBeTruthy()
  setPrivateDb(undefined)
  await guest.delete()
})

test('the home page of an account lists nothing before the server has answered on this device', async () => {
  await renderInRouter(<Dashboard user={sampleUser()} />)
  expect(await screen.findByRole('status', { name: 'Loading your page' })).toBeTruthy()
  await listsRead()
  expect(screen.getByRole('status', { name: 'Loading your page' })).toBeTruthy()
  await act(() => db.meta.put({ key: 'validatedAt', value: Date.now() }))
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Loading your page' })).toBeNull()
})
