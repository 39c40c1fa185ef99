import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { KeepEmail } from '#web/features/accounts/auth/keep-email.tsx'
import { VerifyEmail } from '#web/features/accounts/auth/verify-email.tsx'
import { OwnData } from '#web/features/accounts/settings/data-export.tsx'
import { SecurityInformation } from '#web/features/accounts/settings/security-information.tsx'
import { sampleUser } from './sample.ts'

type Call = { path: string; body: unknown }
let calls: Call[] = []
let answers: [status: number, body: unknown][] = []

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    calls.push({ path, body: body ? JSON.parse(String(body)) : undefined })
    const [status, reply] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [500, '']
    return new Response(JSON.stringify(reply), { status })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const TOKEN = 'a-secret-of-the-mailed-link'
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const refusal = (code: string, message = 'No.') => ({ code, message })

test('a confirmation link without a session asks for the password, and for a code if there is an app', async () => {
  answers = [
    [403, refusal('accounts.link-needs-password')],
    [401, refusal('accounts.invalid-credentials')],
    [401, refusal('totp-required')],
    [200, { email: 'ada@founders.example', user: null }],
  ]
  await renderInRouter(<VerifyEmail />, `/verify-email#${TOKEN}`)
  expect(await screen.findByRole('heading', { name: 'Is this your account?' })).toBeTruthy()
  expect(screen.getByText(/close this page\. Nothing will change/)).toBeTruthy()
  type('Account password', 'not this one')
  press('Confirm my address')
  expect(await screen.findByText('Incorrect password.')).toBeTruthy()
  type('Account password', 'a fine sentence')
  press('Confirm my address')
  expect(await screen.findByLabelText('Code from your authenticator app')).toBeTruthy()
  type('Code from your authenticator app', '123456')
  press('Confirm my address')
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([
    { token: TOKEN },
    { token: TOKEN, password: 'not this one' },
    { token: TOKEN, password: 'a fine sentence' },
    { token: TOKEN, password: 'a fine sentence', totp: '123456' },
  ])
})

test('an expired confirmation link is reported, also after the password', async () => {
  answers = [
    [403, refusal('accounts.link-needs-password')],
    [409, refusal('accounts.link-invalid', 'This link has expired.')],
  ]
  await renderInRouter(<VerifyEmail />, `/verify-email#${TOKEN}`)
  await screen.findByRole('heading', { name: 'Is this your account?' })
  type('Account password', 'a fine sentence')
  press('Confirm my address')
  expect(await screen.findByRole('heading', { name: 'Not confirmed' })).toBeTruthy()
  expect(screen.getByText('This link has expired.')).toBeTruthy()
})

test('restoring an address requires a click, and the page shows what follows', async () => {
  answers = [
    [409, refusal('accounts.link-invalid', 'This link has expired.')],
    [200, { email: 'ada@founders.example' }],
  ]
  await renderInRouter(<KeepEmail />, `/keep-email#${TOKEN}`)
  expect(calls).toEqual([])
  press('Keep this address')
  expect(await screen.findByText('This link has expired.')).toBeTruthy()
  press('Keep this address')
  expect(await screen.findByRole('heading', { name: 'Address kept' })).toBeTruthy()
  expect(screen.getByText('ada@founders.example')).toBeTruthy()
  expect(calls.at(-1)).toEqual({ path: '/api/auth/keep-email', body: { token: TOKEN } })
})

test('a page that is mounted again has its link until the link was used', async () => {
  answers = [[200, { email: 'ada@founders.example' }]]
  const { unmount } = await renderInRouter(<KeepEmail />, `/keep-email#${TOKEN}`)
  unmount()
  const again = await renderInRouter(<KeepEmail />, '/keep-email')
  press('Keep this address')
  expect(await screen.findByRole('heading', { name: 'Address kept' })).toBeTruthy()
  expect(calls).toEqual([{ path: '/api/auth/keep-email', body: { token: TOKEN } }])
  again.unmount()
  await renderInRouter(<KeepEmail />, '/keep-email')
  expect(screen.getByRole('heading', { name: 'This link is not complete' })).toBeTruthy()
})

test('an authenticator app is offered once the address is confirmed', async () => {
  const withProof = <Output,>(action: () => Promise<Output>) => action()
  await renderInRouter(<SecurityInformation user={sampleUser({ emailVerified: false })} withProof={withProof} />)
  expect(screen.queryByRole('button', { name: 'Set up authenticator app' })).toBeNull()
  expect(screen.getByText('Confirm your email address to set up an authenticator app.')).toBeTruthy()
})

test('a data export requires the proof, and a cancelled proof downloads nothing', async () => {
  const actions: unknown[] = []
  const cancelProof = async <Output,>(action: () => Promise<Output>): Promise<Output | undefined> => {
    actions.push(action)
    return undefined
  }
  const createUrl = vi.spyOn(URL, 'createObjectURL')
  await renderInRouter(<OwnData withProof={cancelProof} />)
  press('Download my data')
  expect(await screen.findByRole('button', { name: 'Download my data' })).toBeTruthy()
  expect(actions).toHaveLength(1)
  expect(calls).toEqual([])
  expect(createUrl).not.toHaveBeenCalled()
})
