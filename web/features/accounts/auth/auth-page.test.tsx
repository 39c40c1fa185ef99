import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { type LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import { directoryDb, setPrivateDb } from '#web/db/tab/databases.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import * as sync from '#web/sync/engine/sync-port.ts'
import { AuthPage } from './auth-page.tsx'

afterEach(() => {
  cleanup()
  setPrivateDb(undefined)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const bob = sampleUser()
const ada = 'pri_ada' as PrincipalId

/** Bob signs in on a device with the given principal. */
async function signIn(here: LocalPrincipal, unsent: number, next?: string) {
  const called: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    called.push(path)
    return new Response(JSON.stringify(bob))
  })
  vi.spyOn(sync, 'pendingCount').mockResolvedValue(unsent)
  const switched = vi.spyOn(sync, 'switchPrincipal').mockResolvedValue(undefined)
  setPrivateDb(new PrivateDatabase(here, 'life'))
  const { history } = await renderInRouter(<AuthPage initialMode="login" defaultType="founder" next={next} />)
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: bob.email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a-fine-password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Login' }))
  return { switched, called, history }
}
const findDialog = () => screen.findByRole('dialog', { name: 'This device has another account' })

test.each<[string, LocalPrincipal, number]>([
  ['unsent changes of a guest, which are transferred', 'guest', 2],
  ['unsent changes of the same account, which are sent', bob.principalId, 2],
  ['another account without unsent changes', ada, 0],
])('no dialog is shown for %s', async (_, here, unsent) => {
  const { switched } = await signIn(here, unsent)
  await waitFor(() => expect(switched).toHaveBeenCalledWith(bob.principalId))
  expect(screen.queryByRole('dialog', { name: 'This device has another account' })).toBeNull()
})

test('a sign-in whose page to return to is another entrance leads to the page that this one names', async () => {
  const { history } = await signIn('guest', 0, '/auth?next=%2Fscout')
  await waitFor(() => expect(history.location.href).toBe('/scout'))
})

test('another account’s unsent changes are not removed without confirmation', async () => {
  const { switched } = await signIn(ada, 2)
  expect((await findDialog()).textContent).toContain('2 changes written with it have not been synced')
  expect(switched).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in and lose them' }))
  await waitFor(() => expect(switched).toHaveBeenCalledWith(bob.principalId))
})

test('cancelling the sign-in leaves the device unchanged, and no session behind', async () => {
  const { switched, called } = await signIn(ada, 1)
  await findDialog()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(called).toEqual(['/api/auth/login', '/api/auth/logout']))
  expect(switched).not.toHaveBeenCalled()
})

/** Reads the address after the page that is before it. */
function Receipt() {
  return <p>{useDraft('receipt-email', { email: '' }).values.email}</p>
}

test('a guest who saves a contact to an account finds the address of the receipt filled in', async () => {
  const db = new PrivateDatabase('guest', 'life')
  await db.drafts.put({ id: 'receipt-email', values: { email: 'ada@harbour.example' }, writtenAt: '2026-11-20T10:00:00.000Z' })
  setPrivateDb(db)
  const address = () => screen.getByLabelText<HTMLInputElement>('Email').value
  for (const next of ['/contacts/rec1', '/contacts', '/calls', '/cold-scout/northgate']) {
    await renderInRouter(<AuthPage initialMode="sign-up" defaultType="founder" next={next} />)
    await waitFor(() => expect(address()).toBe('ada@harbour.example'))
    cleanup()
  }
  await renderInRouter(
    <>
      <AuthPage initialMode="sign-up" defaultType="founder" next="/vcs" />
      <Receipt />
    </>,
  )
  expect(await screen.findByText('ada@harbour.example')).toBeTruthy()
  expect(address()).toBe('')
  await db.delete()
})

test('an applicant who already has an account finds the address filled in at the sign-in as well', async () => {
  setPrivateDb(new PrivateDatabase('guest', 'life'))
  const applicant = { firstName: 'Mary', lastName: 'Lantern', email: 'mary@lantern.example' }
  await renderInRouter(<AuthPage initialMode="sign-up" defaultType="vc" next="/vc-signup" applicant={applicant} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Login' }))
  expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mary@lantern.example')
})

test('a press on a sample account signs in once, without a password, and opens its first page', async () => {
  const called: string[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    called.push(`${path} ${body}`)
    return new Response(JSON.stringify(bob))
  })
  vi.spyOn(sync, 'switchPrincipal').mockResolvedValue(undefined)
  setPrivateDb(new PrivateDatabase('guest', 'life'))
  await directoryDb.setMeta('config', {
    ...{ stripe: { isSandbox: true, publishableKey: null }, homeVariant: 'a', headerVariant: 'login', sampleSignIn: true },
  })
  const { history } = await renderInRouter(<AuthPage initialMode="login" defaultType="founder" />, '/auth')
  fireEvent.click(await screen.findByRole('link', { name: 'Investor' }))
  await waitFor(() => expect(history.location.href).toBe('/profile?tab=activity'))
  expect(called).toEqual(['/api/auth/sample {"account":"investor"}'])
  // The page that the user returns to signs in to nothing.
  await act(async () => history.back())
  await waitFor(() => expect(history.location.pathname).toBe('/auth'))
  expect(history.location.state).not.toHaveProperty('sample')
  expect(called).toHaveLength(1)
  await directoryDb.meta.delete('config')
})

test('the sample accounts are not offered where the server does not offer them', async () => {
  setPrivateDb(new PrivateDatabase('guest', 'life'))
  await renderInRouter(<AuthPage initialMode="login" defaultType="founder" />)
  await directoryDb.getMeta('config')
  expect(screen.queryByText('Try it with sample data')).toBeNull()
})
