import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { PasswordSection } from '#web/features/accounts/passwords/password-section.tsx'
import { SecurityInformation } from '#web/features/accounts/settings/security-information.tsx'
import { SessionsSection } from '#web/features/accounts/settings/sessions-section.tsx'
import { SettingsPage } from '#web/features/accounts/settings/settings-page.tsx'
import { useStepUp } from '#web/features/accounts/settings/use-step-up.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { sampleUser } from './sample.ts'

type Call = { method: string; path: string; body: unknown }
let calls: Call[] = []
/** Responses of the server in order; the last one repeats. */
let answers: [status: number, body: unknown][] = []

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    calls.push({ method, path, body: body ? JSON.parse(String(body)) : undefined })
    const [status, reply] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [500, '']
    return new Response(JSON.stringify(reply), { status })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// happy-dom's dialogs are never modal, so what is behind them is found too.
const dialog = (name: string) => within(screen.getByRole('dialog', { name }))
const type = (label: string, value: string, inside = within(document.body)) =>
  fireEvent.change(inside.getByLabelText(label), { target: { value } })
const press = (name: string, inside = within(document.body)) => fireEvent.click(inside.getByRole('button', { name }))
const success = { success: true }
const needsProof = { message: 'Please confirm that it is you.', code: 'step-up' }

function Page({ user = sampleUser() }) {
  const { withProof, dialog: asking } = useStepUp(user)
  return (
    <>
      <PasswordSection user={user} withProof={withProof} />
      <SecurityInformation user={user} withProof={withProof} />
      {asking}
      <Toaster />
    </>
  )
}

function fillChange(current: string, next: string, again = next) {
  type('Current password', current)
  type('New password', next)
  type('Confirm new password', again)
  press('Update Password')
}

test('a password change validates first, then sends, then clears the fields', async () => {
  answers = [[200, sampleUser()]]
  render(<Page />)
  fillChange('', 'a fine sentence')
  expect(screen.getByText('Please enter your current password')).toBeTruthy()
  fillChange('old password', 'short')
  expect(await screen.findByText('Password Too Short')).toBeTruthy()
  fillChange('old password', 'a fine sentence', 'another sentence')
  expect(await screen.findByText("Passwords Don't Match")).toBeTruthy()
  expect(calls).toEqual([])

  fillChange('old password', 'a fine sentence')
  expect(await screen.findByText('Password Updated')).toBeTruthy()
  const body = { currentPassword: 'old password', newPassword: 'a fine sentence' }
  expect(calls).toEqual([{ method: 'POST', path: '/api/update-password', body }])
  await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveProperty('value', ''))
})

test.each([
  [{ message: 'Your current password is incorrect.', code: 'accounts.wrong-password' }, 'Your current password is incorrect.'],
  ['a page of an intermediary', 'Failed to update password'],
])('a change that is refused shows the reason: %j', async (body, sentence) => {
  answers = [[403, body]]
  render(<Page />)
  fillChange('wrong password', 'a fine sentence')
  expect(await screen.findByText('Error Updating Password')).toBeTruthy()
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('a reset asks for proof if the server requires it, and continues once it is given', async () => {
  answers = [
    [403, needsProof],
    [403, { message: 'Your current password is incorrect.', code: 'accounts.wrong-password' }],
    [200, success],
    [200, sampleUser()],
    [200, sampleUser()],
  ]
  render(<Page />)
  press('Reset Password')
  const reset = dialog('Reset Password')
  expect(reset.getByText('This action cannot be undone.')).toBeTruthy()
  type('New password', 'a fine sentence', reset)
  type('Confirm new password', 'a fine sentence', reset)
  press('Reset Password', reset)

  const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  type('Your password', 'not this one', proof)
  press('Confirm', proof)
  expect(await proof.findByText('Your current password is incorrect.')).toBeTruthy()
  press('Email me a code instead', proof)
  fireEvent.change(await proof.findByLabelText('Code'), { target: { value: '123456' } })
  press('Confirm', proof)

  expect(await screen.findByText('Password Reset')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reset Password' })).toBeNull())
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/api/reset-password', { newPassword: 'a fine sentence' }],
    ['/api/auth/step-up', { password: 'not this one' }],
    ['/api/auth/code', undefined],
    ['/api/auth/step-up', { code: '123456' }],
    ['/api/reset-password', { newPassword: 'a fine sentence' }],
  ])
})

test('an account with an authenticator app is asked for its code with the password, even if unknown to this browser', async () => {
  const required = { message: 'Enter the code from your authenticator app.', code: 'totp-required' }
  answers = [
    [403, needsProof],
    [401, required],
    [200, sampleUser({ hasTwoFactor: true })],
    [200, sampleUser()],
  ]
  render(<Page />)
  press('Reset Password')
  const reset = dialog('Reset Password')
  type('New password', 'a fine sentence', reset)
  type('Confirm new password', 'a fine sentence', reset)
  press('Reset Password', reset)
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  type('Your password', 'mine', proof)
  press('Confirm', proof)
  expect(await proof.findByText(required.message)).toBeTruthy()
  type('Code from your authenticator app', '123 456', proof)
  press('Confirm', proof)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reset Password' })).toBeNull())
  expect(calls.flatMap(({ path, body }) => (path === '/api/auth/step-up' ? [body] : []))).toEqual([
    { password: 'mine' },
    { password: 'mine', totp: '123 456' },
  ])
})

test('a password change asks for proof if the server requires it, and continues once it is given', async () => {
  answers = [
    [403, needsProof],
    [200, sampleUser({ hasTwoFactor: true })],
    [200, sampleUser({ hasTwoFactor: true })],
  ]
  render(<Page user={sampleUser({ hasTwoFactor: true })} />)
  fillChange('old password', 'a fine sentence')
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  type('Your password', 'old password', proof)
  type('Code from your authenticator app', '123456', proof)
  press('Confirm', proof)
  expect(await screen.findByText('Password Updated')).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual(['/api/update-password', '/api/auth/step-up', '/api/update-password'])
})

test('cancelling the proof changes nothing, and shows no message', async () => {
  answers = [[403, needsProof]]
  render(<Page />)
  press('Reset Password')
  const reset = dialog('Reset Password')
  type('New password', 'a fine sentence', reset)
  type('Confirm new password', 'a fine sentence', reset)
  press('Reset Password', reset)
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  press('Close', proof)
  await waitFor(() => expect(reset.getByRole('button', { name: 'Reset Password' })).toHaveProperty('disabled', false))
  expect(calls).toHaveLength(1)
  expect(screen.queryByText('Error Resetting Password')).toBeNull()
})

test('a reset that fails is reported', async () => {
  answers = [[502, 'a page of something in between']]
  render(<Page />)
  press('Reset Password')
  const reset = dialog('Reset Password')
  type('New password', 'a fine sentence', reset)
  type('Confirm new password', 'a fine sentence', reset)
  press('Reset Password', reset)
  expect(await screen.findByText('Error Resetting Password')).toBeTruthy()
  expect(screen.getByText('Failed to reset password')).toBeTruthy()
})

test('an account without a password is led to set one', async () => {
  const page = createRootRoute({ component: () => <Page user={sampleUser({ hasSetPassword: false })} /> })
  const router = createRouter({ routeTree: page, history: createMemoryHistory() })
  render(<RouterProvider router={router} />)
  expect((await screen.findByRole('link', { name: 'Set Password' })).getAttribute('href')).toBe('/password-setup')
  expect(screen.queryByLabelText('Current password')).toBeNull()
})

test('the settings have their sections, and show the data of the account', async () => {
  answers = [[200, []]]
  await renderInRouter(<SettingsPage user={sampleUser({ userType: 'angel' })} />)
  for (const name of ['Profile Information', 'Password & Security', 'Security Information'])
    expect(screen.getByRole('heading', { name })).toBeTruthy()
  const known = within(screen.getByRole('region', { name: 'Profile Information' }))
  for (const text of ['ada@founders.example', 'Ada', 'Okafor', 'Angel Investor']) expect(known.getByText(text)).toBeTruthy()
  expect(known.queryByRole('textbox')).toBeNull()
})

const stateOf = (name: string) => screen.getByText(name).closest('div')?.querySelector('dd')?.textContent

test('the security information is correct, in the specified texts', () => {
  const { rerender } = render(<SecurityInformation user={sampleUser()} withProof={(action) => action()} />)
  expect([stateOf('Two-factor authentication'), stateOf('Password protection')]).toEqual(['Active', 'Active'])
  rerender(<SecurityInformation user={sampleUser({ hasSetPassword: false })} withProof={(action) => action()} />)
  expect(stateOf('Password protection')).toBe('Optional')
})

test('an authenticator app is set up by QR code or key, and the recovery codes are shown before it is complete', async () => {
  answers = [
    [200, { secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/Latchkey:ada?secret=JBSWY3DPEHPK3PXP' }],
    [403, { message: 'Incorrect or expired code.', code: 'accounts.code-invalid' }],
    [200, { recoveryCodes: ['abcde-fghjk', 'mnpqr-stuvw'] }],
  ]
  render(<Page />)
  press('Set up authenticator app')
  const setup = within(await screen.findByRole('dialog', { name: 'Set up authenticator app' }))
  expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
  expect(setup.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  type('Code from the app', '000000', setup)
  press('Turn on', setup)
  expect(await setup.findByText('Incorrect or expired code.')).toBeTruthy()
  type('Code from the app', '123456', setup)
  press('Turn on', setup)

  const codes = within(await screen.findByRole('dialog', { name: 'Save these codes' }))
  expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['abcde-fghjk', 'mnpqr-stuvw'])
  press('I saved them', codes)
  expect(screen.queryByRole('dialog')).toBeNull()
})

const entry = (id: string, isCurrent: boolean) => ({
  id,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0 Safari/537.36',
  createdAt: '2026-11-20T08:00:00.000Z',
  seenAt: '2026-11-21T08:00:00.000Z',
  isCurrent,
})

test('another session can be ended from here, the current one is only listed', async () => {
  answers = [
    [200, [entry('here', true), entry('there', false)]],
    [200, success],
    [200, [entry('here', true)]],
  ]
  render(<SessionsSection />)
  expect(await screen.findByText('This browser')).toBeTruthy()
  press('Sign out Chrome on Linux')
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/auth/sessions',
    'DELETE /api/auth/sessions/there',
    'GET /api/auth/sessions',
  ])
})

test('a list that could not be loaded shows that, and can be loaded again', async () => {
  answers = [
    [502, 'a page of something in between'],
    [200, [entry('here', true), entry('there', false)]],
    [200, success],
    [200, [entry('here', true)]],
  ]
  render(<SessionsSection />)
  expect(await screen.findByText('Couldn’t load the list.')).toBeTruthy()
  press('Try again')
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out all other devices' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull())
  expect(calls[2]).toMatchObject({ method: 'DELETE', path: '/api/auth/sessions' })
})

test('offline the settings show that they need a connection', () => {
  answers = [[200, { sessions: [] }]]
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <SettingsPage user={sampleUser()} /> }),
    history: createMemoryHistory(),
  })
  render(<RouterProvider router={router as never} />)
  return waitFor(() => expect(screen.getByText('You are offline')).toBeTruthy())
})
