import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LEFT_COOKIE } from '#shared/accounts/left-cookie.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { STORAGE_TIMEOUT_MESSAGE, StorageTimeoutError } from '#web/db/storage-errors.ts'
import { useLeftByAddress, useSignOut } from '#web/features/accounts/auth/use-sign-out.tsx'
import { forgetLeft, hasLeftByAddress } from '#web/net/tab/left-by-address.ts'
import * as sync from '#web/sync/engine/sync-port.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { sampleUser } from './sample.ts'

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
const silent = () => Promise.reject(new StorageTimeoutError(STORAGE_TIMEOUT_MESSAGE))

test('on a device that cannot be read, a sign-out warns first', async () => {
  const switched = await leave(silent, async () => undefined)
  expect(await screen.findByRole('dialog', { name: 'Couldn’t read this device' })).toBeTruthy()
  expect(switched).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out anyway' }))
  expect(await screen.findByText('Logged out')).toBeTruthy()
  expect(switched).toHaveBeenCalledWith('guest')
})

test('data that could not be removed is never reported as removed', async () => {
  await leave(async () => 0, silent)
  expect(await screen.findByText('Not removed from this device')).toBeTruthy()
  expect(screen.getByText(`${STORAGE_TIMEOUT_MESSAGE} Then sign out again.`)).toBeTruthy()
  expect(screen.queryByText('Logged out')).toBeNull()
})

describe('after a sign-out in the address bar', () => {
  function Start() {
    const { signOut, dialog } = useSignOut()
    useLeftByAddress(sampleUser(), signOut)
    return (
      <>
        {dialog}
        <Toaster />
      </>
    )
  }
  const setLeft = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
    document.cookie = `${LEFT_COOKIE}=yes; path=/; secure`
  }

  test('the user decides about unsent changes, and is asked once', async () => {
    setLeft()
    expect(hasLeftByAddress()).toBe(true)
    vi.spyOn(sync, 'pendingCount').mockResolvedValue(2)
    const switched = vi.spyOn(sync, 'switchPrincipal').mockResolvedValue()
    await renderInRouter(<Start />)
    expect(await screen.findByRole('dialog', { name: 'Unsynced changes' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Keep it and sign in again' }))
    expect(switched).not.toHaveBeenCalled()
    // A cookie of the test document that expires now exists until the next millisecond.
    await waitFor(() => expect(hasLeftByAddress()).toBe(false))
  })

  test('a sign-out removes all data, and the marker cookie with it', async () => {
    setLeft()
    vi.stubGlobal('fetch', async () => new Response('{}'))
    vi.spyOn(sync, 'pendingCount').mockResolvedValue(1)
    const switched = vi.spyOn(sync, 'switchPrincipal').mockResolvedValue()
    await renderInRouter(<Start />)
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out and lose it' }))
    await waitFor(() => expect(switched).toHaveBeenCalledWith('guest'))
    await waitFor(() => expect(hasLeftByAddress()).toBe(false))
  })

  test('without the marker cookie no dialog is shown', async () => {
    forgetLeft()
    const counted = vi.spyOn(sync, 'pendingCount').mockResolvedValue(1)
    await renderInRouter(<Start />)
    expect(counted).not.toHaveBeenCalled()
  })
})
