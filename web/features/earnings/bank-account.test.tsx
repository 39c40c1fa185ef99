import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BankAccount as Account } from '#shared/earnings/bank-account.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { BankAccount } from './bank-account.tsx'

let account: Account
let requests: string[]
let refusal: object | undefined

beforeEach(() => {
  account = { state: 'ready' }
  requests = []
  refusal = undefined
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit = {}) => {
    requests.push(method)
    if (method === 'DELETE') {
      if (refusal) return Response.json(refusal, { status: 404 })
      account = { state: 'none' }
    }
    return Response.json(account)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const withProof: WithProof = (action) => action()
const show = (proof = withProof) => render(<BankAccount withProof={proof} />)
const disconnect = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Disconnect' }))
  return within(await screen.findByRole('dialog', { name: 'Disconnect this bank account?' }))
}

test('where an admin pays by hand anyway, no setup is shown', async () => {
  account = { state: 'off' }
  show()
  await waitFor(() => expect(requests).toEqual(['GET']))
  expect(screen.queryByRole('region', { name: 'Your bank account' })).toBeNull()
})

test('a new account shows until when the team pays by hand, and what to do if another person set it up', async () => {
  account = { state: 'ready', byHandUntil: '2026-12-03T10:00:00.000Z' }
  show()
  expect(await screen.findByText(/We pay you manually until 3 December/)).toBeTruthy()
  expect(screen.getByText(/If you did not set up this account, disconnect it now/)).toBeTruthy()
})

test('an account is disconnected after a confirmation', async () => {
  show()
  const dialog = await disconnect()
  fireEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy()
  expect(requests).toEqual(['GET', 'DELETE'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without a step-up nothing is sent, and the dialog stays open', async () => {
  show(async () => undefined)
  const dialog = await disconnect()
  fireEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Keep it' }).disabled).toBe(false))
  expect(requests).toEqual(['GET'])
})

test('an error of the server is shown in the dialog', async () => {
  refusal = { code: 'not-found', message: 'Not found' }
  show()
  const dialog = await disconnect()
  fireEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  expect(await dialog.findByText('Not found')).toBeTruthy()
  expect(screen.getByText('Payouts go to your bank account')).toBeTruthy()
})
