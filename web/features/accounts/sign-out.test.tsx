import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { Overdue, SILENT } from '#web/db/storage-fault.ts'
import * as sync from '#web/sync/current.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { useSignOut } from './use-sign-out.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Frame() {
  const { signOut, dialog } = useSignOut()
  return (
    <>
      <button type="button" onClick={signOut}>
        Sign Out
      </button>
      {dialog}
      <Toaster />
    </>
  )
}

async function leave(pending: () => Promise<number>, leaving: () => Promise<void>) {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  vi.spyOn(sync, 'pendingCount').mockImplementation(pending)
  const switched = vi.spyOn(sync, 'switchPrincipal').mockImplementation(leaving)
  await renderInRouter(<Frame />)
  fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  return switched
}
const silent = () => Promise.reject(new Overdue(SILENT))

test('from a device that cannot be read nobody is signed out before they know what that may cost', async () => {
  const switched = await leave(silent, async () => undefined)
  expect(await screen.findByRole('dialog', { name: 'This device cannot be read' })).toBeTruthy()
  expect(switched).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out anyway' }))
  expect(await screen.findByText('Logged out')).toBeTruthy()
  expect(switched).toHaveBeenCalledWith('guest')
})

test('what could not be removed is never called removed', async () => {
  await leave(async () => 0, silent)
  expect(await screen.findByText('Not removed from this device')).toBeTruthy()
  expect(screen.getByText(`${SILENT} Then sign out again.`)).toBeTruthy()
  expect(screen.queryByText('Logged out')).toBeNull()
})
