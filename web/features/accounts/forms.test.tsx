import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#shared/accounts/contract.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { LoginForm } from '#web/features/accounts/auth/login-form.tsx'
import { SignUpForm } from '#web/features/accounts/auth/sign-up-form.tsx'
import { currentToast } from '#web/ui/toast.ts'

const ada: User = {
  id: 'usr_1' as UserId,
  principalId: 'pri_1' as PrincipalId,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Byron',
  profileImageUrl: null,
  userType: 'angel',
  isAdmin: false,
  isApprovedInvestor: false,
  profileCompleted: true,
  hasSetPassword: true,
  emailVerified: false,
  pendingEmail: null,
  hasTwoFactor: false,
  authProvider: 'email',
  createdAt: '2026-11-21T08:00:00.000Z',
}

let sent: { path: string; body: unknown }[] = []
let answer: () => Promise<Response>
const json = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) })
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function renderLogin() {
  const entered: User[] = []
  render(<LoginForm onSignedIn={async (user) => void entered.push(user)} />)
  return entered
}

test('an invalid login is not sent, and each field shows its error', async () => {
  renderLogin()
  type('Email', 'not an address')
  type('Password', 'short')
  press('Login')
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy()
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

test('an address is sent normalised, and a successful login continues', async () => {
  answer = json(200, ada)
  const entered = renderLogin()
  type('Email', ' Ada@Example.com ')
  type('Password', 'a-fine-password')
  press('Login')
  await eventually(() => expect(entered).toEqual([ada]))
  expect(sent).toEqual([{ path: '/api/auth/login', body: { email: 'ada@example.com', password: 'a-fine-password' } }])
})

test('a refused login reads as an unknown account, and the hint follows two seconds later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer = json(401, { message: 'Invalid credentials', code: 'accounts.invalid-credentials' })
  renderLogin()
  type('Email', 'ada@example.com')
  type('Password', 'not-the-password')
  press('Login')
  expect(await screen.findByText('Account not found. Please sign up first or check your email address.')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(1500)
  expect(currentToast.get()?.title).not.toBe('Need an account?')
  await vi.advanceTimersByTimeAsync(1000)
  expect(currentToast.get()).toMatchObject({
    title: 'Need an account?',
    description: 'Click "Sign Up" below to create a new account.',
  })
})

test('offline the form shows that and keeps the input', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  renderLogin()
  type('Email', 'ada@example.com')
  type('Password', 'a-fine-password')
  press('Login')
  expect(await screen.findByText(/Reconnect to change this/)).toBeTruthy()
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('ada@example.com')
})

test('a sign-up offers three roles', () => {
  render(<SignUpForm defaultType="founder" onSignedIn={async () => undefined} />)
  const roles = ['Founder', 'VC', 'Angel Investor']
  expect(roles.map((name) => (screen.getByRole('radio', { name }) as HTMLInputElement).checked)).toEqual([true, false, false])
  expect(screen.getAllByRole('radio')).toHaveLength(3)
})

test('a sign-up after a choice of the role shows it, and changes it on request', () => {
  render(<SignUpForm defaultType="angel" isRoleKnown onSignedIn={async () => undefined} />)
  expect(screen.getByText('Angel Investor')).toBeTruthy()
  expect(screen.queryAllByRole('radio')).toEqual([])
  press('Change role')
  expect((screen.getByRole('radio', { name: 'Angel Investor' }) as HTMLInputElement).checked).toBe(true)
})

test('a weak password is named below its field while it is typed', async () => {
  render(<SignUpForm defaultType="founder" onSignedIn={async () => undefined} />)
  type('Password', 'password123')
  expect(await screen.findByText(/^This password is too common/)).toBeTruthy()
})

test('a sign-up lists everything that is missing, and both passwords must match', async () => {
  render(<SignUpForm defaultType="angel" onSignedIn={async () => undefined} />)
  expect((screen.getByRole('radio', { name: 'Angel Investor' }) as HTMLInputElement).checked).toBe(true)
  press('Create Account')
  for (const message of [
    'First name is required',
    'Last name is required',
    'Please enter a valid email address',
    'Password must be at least 6 characters',
    'Please confirm your password',
  ]) {
    expect(await screen.findByText(message)).toBeTruthy()
  }
  type('Password', 'one-password')
  type('Confirm password', 'another-password')
  press('Create Account')
  expect(await screen.findByText("Passwords don't match")).toBeTruthy()
  expect(sent).toEqual([])
})

test('a refused registration shows the server’s message, next to the field if there is one', async () => {
  render(<SignUpForm defaultType="founder" onSignedIn={async () => undefined} />)
  for (const [label, value] of Object.entries({
    'First name': 'Ada',
    'Last name': 'Byron',
    Email: 'ada@example.com',
    Password: 'a-fine-password',
    'Confirm password': 'a-fine-password',
  })) {
    type(label, value)
  }
  answer = json(409, { message: 'Please try again', code: 'accounts.registration-refused' })
  press('Create Account')
  expect(await screen.findByText('Registration failed')).toBeTruthy()
  expect(screen.getByText('Please try again')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ userType: 'founder', email: 'ada@example.com' })

  answer = json(422, {
    message: 'Check the marked fields.',
    code: 'invalid',
    fields: [{ path: 'lastName', message: 'Too long' }],
  })
  press('Create Account')
  expect(await screen.findByText('Too long')).toBeTruthy()
})

test('an account with an authenticator app is asked for its code, and signs in with it', async () => {
  const signedIn = vi.fn(async () => undefined)
  render(<LoginForm onSignedIn={signedIn} />)
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: ada.email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a long password' } })
  answer = json(401, { message: 'Enter the code from your authenticator app.', code: 'totp-required' })
  fireEvent.click(screen.getByRole('button', { name: 'Login' }))

  const code = await screen.findByLabelText('Code from your authenticator app')
  expect(screen.queryByText('Sign-in failed')).toBeNull()
  answer = json(401, { message: 'Incorrect code. Please try the next one.', code: 'totp-invalid' })
  fireEvent.change(code, { target: { value: '000000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText('Incorrect code. Please try the next one.')).toBeTruthy()

  answer = json(200, ada)
  fireEvent.change(code, { target: { value: 'abcde-fghjk' } })
  fireEvent.click(screen.getByRole('button', { name: 'Login' }))
  await eventually(() => expect(signedIn).toHaveBeenCalledWith(ada))
  expect(sent.map(({ body }) => body)).toEqual([
    { email: ada.email, password: 'a long password' },
    { email: ada.email, password: 'a long password', totp: '000000' },
    { email: ada.email, password: 'a long password', totp: 'abcde-fghjk' },
  ])
})
