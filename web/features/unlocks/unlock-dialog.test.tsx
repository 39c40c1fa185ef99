import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import * as forms from '#web/payments/payment-form.tsx'
import type { SandboxOutcome } from '#web/payments/sandbox-stripe.ts'
import * as sandbox from '#web/payments/sandbox-stripe.ts'
import UnlockDialog from './unlock-dialog.tsx'

const LOST = { status: 401, body: { code: 'session-lost', message: 'Unauthorized' } }
const CLOSE = { name: 'Close', hidden: true }

const onClose = vi.fn()
let answers: Record<string, { status: number; body: unknown }>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onClose.mockReset()
  answers = {
    '/api/vc-request': { status: 200, body: {} },
    '/api/create-vc-unlock-payment': { status: 200, body: { clientSecret: 'pi_1_secret_2', amount: 2500 } },
    '/api/config': {
      status: 200,
      body: { stripe: { isSandbox: true, publishableKey: 'pk_test_sandbox' }, homeVariant: 'a', headerVariant: 'get-started' },
    },
    '/api/confirm-vc-unlock': { status: 200, body: { success: true, contact: sampleContact() } },
  }
  vi.stubGlobal('fetch', async (path: string) => {
    const { status, body } = answers[path] ?? { status: 404, body: {} }
    return new Response(JSON.stringify(body), { status })
  })
  // A card that the provider accepts immediately.
  vi.spyOn(forms, 'PaymentForm').mockImplementation(({ onOutcome }) => (
    <button type="button" onClick={() => onOutcome({ kind: 'succeeded' })}>
      Pay
    </button>
  ))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function press(name: RegExp | string) {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))
  for (let turn = 0; turn < 20; turn++) await act(() => vi.advanceTimersByTimeAsync(0))
}

function open(channels?: string[]) {
  const nothing = () => undefined
  render(
    <UnlockDialog
      investor={sampleInvestor(channels && { channels })}
      isUnlocked={false}
      isOffline={false}
      email="ada@example.com"
      syncNow={nothing}
      onPaid={nothing}
      saveForLater={null}
      onClose={onClose}
    />,
  )
}

const closeWith = (button: HTMLElement | undefined) => {
  if (button) fireEvent.click(button)
  return onClose.mock.calls.length
}

test('the offer names the channels that exist', () => {
  open(['email', 'meeting', 'linkedin'])
  expect(screen.getByText('Email, Meeting link, and LinkedIn')).toBeTruthy()
  cleanup()
  open()
  expect(screen.getByText('Direct contact details')).toBeTruthy()
  expect(screen.queryByText(/telegram/i)).toBeNull()
})

test('the dialog of a paid contact that does not arrive can be closed after half a minute, and names the place to find it', async () => {
  open()
  await press(/^Unlock for/)
  await press('Pay')
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(closeWith(screen.getAllByRole('button', CLOSE)[0])).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByText(/Not on this device yet. Find it under Contacts later. Don’t pay again/)).toBeTruthy()
  expect(screen.getAllByRole('button', CLOSE).map((button) => closeWith(button))).toEqual([1, 2])
})

test('after the session has ended, the dialog can be closed, and asks to sign in again', async () => {
  answers['/api/vc-request'] = LOST
  open()
  await press(/^Unlock for/)
  expect(screen.getByText('You’re signed out on this device. Sign in and try again.')).toBeTruthy()
  expect(closeWith(screen.getAllByRole('button', CLOSE)[0])).toBe(1)
})

test('the focus goes to the card number, after a decline to its reason, and stays in the dialog while a payment is confirmed', async () => {
  vi.mocked(forms.PaymentForm).mockRestore()
  const outcomes: SandboxOutcome[] = [{ kind: 'declined', message: 'Your card was declined.' }, { kind: 'succeeded' }]
  vi.spyOn(sandbox, 'confirmSandboxCard').mockImplementation(async () => outcomes.shift() ?? { kind: 'unfinished' })
  open()
  screen.getByRole('button', { name: /^Unlock for/, hidden: true }).focus()
  await press(/^Unlock for/)
  expect(document.activeElement).toBe(screen.getByLabelText('Card number'))
  type('Card number', '4242424242424242')
  type('Expiry', '12/99')
  type('CVC', '123')
  await press(/^Pay/)
  expect(document.activeElement?.textContent).toBe('Your card was declined.')
  await press(/^Pay/)
  expect(document.activeElement?.textContent).toMatch(/^Unlock/)
})

function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
