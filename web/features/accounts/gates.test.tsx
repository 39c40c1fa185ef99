import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { User } from '#shared/accounts/contract.ts'
import { CompleteProfile } from '#web/features/accounts/gate/complete-profile.tsx'
import { PasswordSetup } from '#web/features/accounts/passwords/password-setup.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { sampleUser } from './sample.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Call = { path: string; body: unknown }

/** Gives the same response to every call and records the calls. */
function answering(status: number, body: unknown): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ path, body: JSON.parse(String(init.body)) })
    return new Response(JSON.stringify(body), { status })
  })
  return calls
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const expectToast = async (title: string, description: string) => {
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
}

function openPasswordSetup() {
  const done: User[] = []
  const onDone = async (user: User) => void done.push(user)
  render(
    <>
      <PasswordSetup user={sampleUser({ hasSetPassword: false })} onDone={onDone} />
      <Toaster />
    </>,
  )
  return done
}

function openCompleteProfile() {
  const done: User[] = []
  const onDone = async (user: User) => void done.push(user)
  render(
    <>
      <CompleteProfile user={sampleUser({ firstName: null, lastName: null, profileCompleted: false })} onDone={onDone} />
      <Toaster />
    </>,
  )
  return done
}

test('a password that is too short or not repeated correctly is not sent', async () => {
  const calls = answering(200, sampleUser())
  openPasswordSetup()
  expect(screen.getByRole('heading', { name: 'Secure Your Account' })).toBeTruthy()
  type('Create password', 'seven77')
  press('Set Password')
  await expectToast('Password Too Short', 'Password must be at least 8 characters long.')

  type('Create password', 'a fine sentence')
  type('Confirm password', 'another sentence')
  press('Set Password')
  await expectToast("Passwords Don't Match", 'Please make sure both passwords are identical.')
  expect(calls).toEqual([])
})

test('a password that is set opens the gate with the account from the response', async () => {
  const calls = answering(200, sampleUser())
  const done = openPasswordSetup()
  type('Create password', 'a fine sentence')
  type('Confirm password', 'a fine sentence')
  press('Set Password')
  expect(await screen.findByText('Password Set Successfully')).toBeTruthy()
  await waitFor(() => expect(done).toEqual([sampleUser()]))
  expect(calls).toEqual([{ path: '/api/set-password', body: { password: 'a fine sentence' } }])
})

test.each([
  [409, { message: 'A password is already set.', code: 'accounts.password-is-set' }, 'A password is already set.'],
  [502, 'a page of an intermediary', 'Failed to set password'],
])('a password that is refused with %i shows the reason, and can be sent again', async (status, body, sentence) => {
  answering(status, body)
  const done = openPasswordSetup()
  type('Create password', 'a fine sentence')
  type('Confirm password', 'a fine sentence')
  press('Set Password')
  await expectToast('Error Setting Password', sentence)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Set Password' })).toHaveProperty('disabled', false))
  expect(done).toEqual([])
})

test('both names are required, blank ones count as missing, and they are sent trimmed', async () => {
  const calls = answering(200, sampleUser())
  const done = openCompleteProfile()
  type('First name', '  ')
  type('Last name', 'Okafor')
  press('Complete Profile')
  await expectToast('Required Fields', 'Please provide both your first and last name.')
  expect(calls).toEqual([])

  type('First name', ' Ada ')
  press('Complete Profile')
  expect(await screen.findByText('Profile Complete')).toBeTruthy()
  await waitFor(() => expect(done).toEqual([sampleUser()]))
  expect(calls).toEqual([{ path: '/api/complete-profile', body: { firstName: 'Ada', lastName: 'Okafor' } }])
})

test.each([
  ['a server fault', 502, 'a page of something in between'],
  ['a refusal with its own message', 422, { message: 'Check the marked fields.', code: 'invalid' }],
])('names that could not be saved because of %s stay in the form', async (_, status, body) => {
  answering(status, body)
  openCompleteProfile()
  type('First name', 'Ada')
  type('Last name', 'Okafor')
  press('Complete Profile')
  expect(await screen.findByText('Failed to complete profile. Please try again.')).toBeTruthy()
  expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Ada')
})
