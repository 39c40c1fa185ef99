import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BankAccount as Account } from '#shared/earnings/bank-account.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { BankAccount } from './bank-account.tsx'

let account: Account
let asked: string[]
let refusal: object | undefined

beforeEach(() => {
  account = { state: 'ready' }
  asked = []
  refusal = undefined
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(method)
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

test('where an admin pays by hand anyway there is nothing to set up', async () => {
  account = { state: 'off' }
  show()
  await waitFor(() => expect(asked).toEqual(['GET']))
  expect(screen.queryByRole('region', { name: 'Your bank account' })).toBeNull()
})

test('a new account says until when the team pays by hand, and what to do if a stranger set it up', async () => {
  account = { state: 'ready', byHandUntil: '2026-12-03T10:00:00.000Z' }
  show()
  expect(await screen.findByText(/Until 3 December our team pays you by hand/)).toBeTruthy()
  expect(screen.getByText(/If you did not set this account up, disconnect it now/)).toBeTruthy()
})

test('an account is disconnected after one more question', async () => {
  show()
  const dialog = await disconnect()
  fireEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy()
  expect(asked).toEqual(['GET', 'DELETE'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without a proof of identity nothing is sent, and the question stays open', async () => {
  show(async () => undefined)
  const dialog = await disconnect()
  fireEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Keep it' }).disabled).toBe(false))
  expect(asked).toEqual(['GET'])
})

test('a refusal is shown in the dialog', async () => {
  refusal = { code: 'not-found', message: 'Not found' }
  show()
  const dialog = await disconnect()
  fireEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  expect(await dialog.findByText('Not found')).toBeTruthy()
  expect(screen.getByText('Payouts go to your bank account')).toBeTruthy()
})
