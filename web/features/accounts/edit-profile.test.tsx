import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { currentToast } from '#web/ui/toast.ts'
import { EditProfile } from './edit-profile.tsx'
import { sampleUser } from './sample.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['', sampleUser(), { title: 'Profile updated successfully' }],
  [
    ', and says what a new address waits for',
    sampleUser({ pendingEmail: 'ada@elsewhere.example' }),
    {
      title: 'Profile updated successfully',
      description: 'Open the link that was sent to ada@elsewhere.example to use that address.',
    },
  ],
])('a profile that is saved says so in the specified words%s', async (_, saved, toast) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(saved), { status: 200 }))
  const onDone = vi.fn()
  render(<EditProfile user={sampleUser()} onDone={onDone} />)
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  const { id: _id, ...said } = currentToast.get() ?? {}
  expect(said).toEqual(toast)
})
