import { cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blankValues } from '#shared/projects/fields.ts'
import { promisesSettled } from '#tests/support/promises-settled.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { useReLogin } from '#web/features/accounts/auth/use-re-login.ts'
import { ChangePasswordForm } from '#web/features/accounts/passwords/change-password-form.tsx'
import { DeleteAccount } from '#web/features/accounts/settings/delete-account.tsx'
import { EditProfile } from '#web/features/accounts/settings/edit-profile.tsx'
import { SecurityInformation } from '#web/features/accounts/settings/security-information.tsx'
import { TwoFactorDialog } from '#web/features/accounts/settings/two-factor-dialog.tsx'
import type { DraftForm } from '#web/features/projects/editor/use-draft-form.ts'
import { useProjectActions } from '#web/features/projects/editor/use-project-actions.ts'
import { post } from '#web/net/api.ts'
import { useCardPayment } from '#web/payments/use-card-payment.ts'
import { provideSync, type Sync } from '#web/sync/engine/sync-port.ts'
import { currentToast } from '#web/ui/toast.ts'
import { sampleUser } from './sample.ts'

const TOAST = 'You are logged out. Logging in again...'
const LOST = { message: 'Unauthorized', code: 'session-lost' }

const leave = vi.fn()
const requestSync = vi.fn()
provideSync({ requestSync } as unknown as Sync)
let toasts: string[] = []
let stopListening = () => {}

beforeEach(() => {
  toasts = []
  leave.mockReset()
  requestSync.mockReset()
  vi.spyOn(location, 'assign').mockImplementation(leave)
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(LOST), { status: 401 }))
  stopListening = currentToast.subscribe(() => {
    const title = currentToast.get()?.title
    if (title) toasts.push(title)
  })
})
afterEach(() => {
  stopListening()
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const withProof = <Output,>(work: () => Promise<Output>) => work()

function Signed({ children }: { children?: ReactNode }) {
  useReLogin(sampleUser())
  return children
}

const project = { ...blankValues, companyName: 'Acme', description: 'We build.', email: 'a@acme.example' }
const draft = { texts: project, versions: () => [], save: async () => true } as unknown as DraftForm

function ProjectButtons() {
  const { save, publish } = useProjectActions(draft, true, () => undefined)
  return (
    <>
      <button type="button" onClick={() => void save()}>
        Save
      </button>
      <button type="button" onClick={() => void publish()}>
        Publish
      </button>
    </>
  )
}

const never = { isOwned: false, confirm: async () => undefined, syncNow: () => undefined, onPaid: () => undefined }
const sentence = { title: 'Own', description: 'Own' }
const words = { paid: sentence, setupFailed: 'Own', failed: 'Own', unconfirmed: sentence, alreadyOwned: 'Own', page: 'Own' }
const open = () => post('/api/create-vc-payment', { vcId: 'vc_1' }, v.never())

function PayButton() {
  const { phase, setUp } = useCardPayment({ ...never, open, words })
  const [isPressed, setPressed] = useState(false)
  const pay = () => {
    setPressed(true)
    void setUp(undefined)
  }
  return (
    <button type="button" onClick={pay}>
      {isPressed && phase.step === 'offer' ? 'Failed' : 'Pay'}
    </button>
  )
}

const setup = { secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/Latchkey:ada?secret=JBSWY3DPEHPK3PXP' }

test.each<[string, ReactNode, () => void]>([
  [
    'a password change',
    <ChangePasswordForm key="password" user={sampleUser()} withProof={(action) => action()} />,
    () => {
      type('Current password', 'old password')
      type('New password', 'a fine sentence')
      type('Confirm new password', 'a fine sentence')
      press('Update Password')
    },
  ],
  [
    'the change of a profile',
    <EditProfile key="profile" user={sampleUser()} onDone={() => undefined} />,
    () => press('Save Changes'),
  ],
  [
    'the deletion of an account',
    <DeleteAccount key="delete" withProof={withProof} />,
    () => {
      press('Delete account')
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete permanently' }))
    },
  ],
  [
    'the start of two-factor authentication',
    <SecurityInformation key="begin" user={sampleUser()} withProof={withProof} />,
    () => press('Set up authenticator app'),
  ],
  [
    'the code of an authenticator app',
    <TwoFactorDialog key="confirm" user={sampleUser()} setup={setup} onClose={() => undefined} />,
    () => {
      type('Code from the app', '123456')
      press('Turn on')
    },
  ],
  ['the saving of a project', <ProjectButtons key="save" />, () => press('Save')],
  ['the publishing of a project', <ProjectButtons key="publish" />, () => press('Publish')],
  ['the start of a payment', <PayButton key="pay" />, () => press('Pay')],
])('a session lost during %s is reported as that and nothing else, and leads to the sign-in', async (_, screenOfAction, work) => {
  await renderInRouter(<Signed>{screenOfAction}</Signed>, '/')
  work()
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/api/login?next=%2F'))
  // A refusal that does not wait for the page to be left is handled by now.
  await promisesSettled()
  expect([...new Set(toasts)]).toEqual([TOAST])
  expect(screen.queryByText(/Unauthorized|Failed/)).toBeNull()
})

test('half a second passes between the toast and the sign-in, regardless of pulls of the account', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { rerender } = renderHook(({ user }) => useReLogin(user), { initialProps: { user: sampleUser() } })
    void post('/api/x', {}, v.unknown()).catch(() => undefined)
    await import('#web/ui/toaster.tsx')
    // Responses arrive without time passing.
    for (let turn = 0; turn < 20; turn++) await vi.advanceTimersByTimeAsync(0)
    expect(toasts).toEqual([TOAST])
    await vi.advanceTimersByTimeAsync(250)
    rerender({ user: sampleUser({ firstName: 'Grace' }) })
    await vi.advanceTimersByTimeAsync(249)
    expect(leave).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(leave).toHaveBeenCalledExactlyOnceWith('/api/login?next=%2F')
  } finally {
    vi.useRealTimers()
  }
})

test('if the page stays, the action receives the refusal, and the next one leads to the sign-in again', async () => {
  render(<Signed />)
  const refused = post('/api/x', {}, v.unknown()).catch((error: Error) => error.message)
  await waitFor(() => expect(leave).toHaveBeenCalledOnce())
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(await refused).toContain('401: ')
  void post('/api/x', {}, v.unknown()).catch(() => undefined)
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(2))
})

test('a session ended elsewhere erases the device first, without the toast and the redirect of an expired one', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...LOST, code: 'session-ended' }), { status: 401 }))
  const { unmount } = render(<Signed />)
  const refused = post('/api/x', {}, v.unknown()).catch((error: Error) => error.message)
  await waitFor(() => expect(requestSync).toHaveBeenCalledOnce())
  // The account was erased from the device.
  unmount()
  expect(await refused).toContain('401: ')
  expect([toasts, leave.mock.calls]).toEqual([[], []])
})

test('if the device could not be erased, it leads to the sign-in all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...LOST, code: 'session-ended' }), { status: 401 }))
    renderHook(() => useReLogin(sampleUser()))
    void post('/api/x', {}, v.unknown()).catch(() => undefined)
    await import('#web/ui/toaster.tsx')
    await vi.advanceTimersByTimeAsync(4999)
    expect(toasts).toEqual([])
    for (let turn = 0; turn < 20; turn++) await vi.advanceTimersByTimeAsync(50)
    expect([toasts, leave.mock.calls]).toEqual([[TOAST], [['/api/login?next=%2F']]])
  } finally {
    vi.useRealTimers()
  }
})

test('a visitor without a session receives the refusal immediately', async () => {
  renderHook(() => useReLogin(null))
  await expect(post('/api/x', {}, v.unknown())).rejects.toThrow('401: ')
  expect(toasts).toEqual([])
})
