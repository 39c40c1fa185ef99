import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import * as sync from '#web/sync/engine/sync-port.ts'
import * as status from '#web/sync/tab/use-sync-status.ts'
import { useSignOut } from './use-sign-out.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Page() {
  const { signOut, dialog } = useSignOut()
  return (
    <>
      <button type="button" onClick={signOut}>
        Sign Out
      </button>
      {dialog}
    </>
  )
}

async function signOut({ isOnline, unsent }: { isOnline: boolean; unsent: number }) {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  vi.spyOn(status, 'useIsOffline').mockReturnValue(!isOnline)
  vi.spyOn(sync, 'pendingCount').mockResolvedValue(unsent)
  const switched = vi.spyOn(sync, 'switchPrincipal').mockResolvedValue(undefined)
  await renderInRouter(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  return switched
}

test('with a network and nothing unsent, a sign-out asks nothing', async () => {
  const switched = await signOut({ isOnline: true, unsent: 0 })
  await waitFor(() => expect(switched).toHaveBeenCalledWith('guest'))
})

test('without a network, a sign-out first says that signing in again needs one', async () => {
  const switched = await signOut({ isOnline: false, unsent: 0 })
  const dialog = await screen.findByRole('dialog', { name: 'Sign out while offline?' })
  expect(dialog.textContent).toContain('Signing in again needs a connection')
  expect(switched).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(switched).toHaveBeenCalledWith('guest'))
})

test('without a network and with unsent changes, the dialog says both', async () => {
  await signOut({ isOnline: false, unsent: 2 })
  const { textContent } = await screen.findByRole('dialog', { name: 'Unsynced changes' })
  expect(textContent).toContain('2 changes')
  expect(textContent).toContain('Signing in again needs a connection')
})
