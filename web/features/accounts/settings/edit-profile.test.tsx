import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as mutations from '#web/features/accounts/mutations.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { currentToast } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { EditProfile } from './edit-profile.tsx'

const user = sampleUser()
const onDone = vi.fn()

beforeEach(() => {
  onDone.mockReset()
  vi.spyOn(mutations, 'rename').mockResolvedValue()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
const page = () =>
  render(
    <>
      <EditProfile user={user} onDone={onDone} />
      <Toaster />
    </>,
  )

test.each([
  ['the browser reports that there is no network', false],
  ['the server cannot be reached', true],
])('names are saved on the device if %s', async (_, isOnline) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  page()
  type('First name', 'Adaeze')
  save()
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(mutations.rename).toHaveBeenCalledWith(user, { firstName: 'Adaeze', lastName: 'Okafor' })
  expect(screen.getAllByText('Sends when you are online.')).not.toEqual([])
})

test.each([
  ['another address', 'Email', 'eve@founders.example'],
  ['another password', /New password/, 'a fine sentence'],
])('%s waits for a connection, and so do the names next to it', async (_, label, value) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  page()
  type('First name', 'Adaeze')
  type(label, value)
  save()
  await waitFor(() => expect(screen.getAllByText(/Reconnect to change this/)).not.toEqual([]))
  expect(mutations.rename).not.toHaveBeenCalled()
  expect(onDone).not.toHaveBeenCalled()
})

test('a missing name is shown at its field, also offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  page()
  type('First name', ' ')
  save()
  expect(screen.getByText('First name is required')).toBeTruthy()
  expect(mutations.rename).not.toHaveBeenCalled()
})

test.each([
  ['', sampleUser(), { title: 'Profile updated successfully' }],
  [
    ', and shows what a new address waits for',
    sampleUser({ pendingEmail: 'ada@elsewhere.example' }),
    {
      title: 'Profile updated successfully',
      description: 'Open the link sent to ada@elsewhere.example to confirm it.',
    },
  ],
])('a saved profile shows the specified texts%s', async (_, saved, toast) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(saved), { status: 200 }))
  page()
  save()
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  const { id: _id, ...shown } = currentToast.get() ?? {}
  expect(shown).toEqual(toast)
})
