import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

const confirmPayment = vi.fn(async () => ({ paymentIntent: { status: 'succeeded' } }))

const focus = vi.fn()

vi.doMock('@stripe/stripe-js/pure', () => ({ loadStripe: async () => null }))
vi.doMock('@stripe/react-stripe-js', () => ({
  Elements: ({ children }: { children: React.ReactNode }) => children,
  PaymentElement: ({ onReady }: { onReady: (element: { focus: () => void }) => void }) => (
    <button type="button" onClick={() => onReady({ focus })}>
      Card
    </button>
  ),
  useStripe: () => ({ confirmPayment }),
  useElements: () => 'elements',
}))

afterEach(() => {
  cleanup()
  vi.doUnmock('@stripe/stripe-js/pure')
  vi.doUnmock('@stripe/react-stripe-js')
})

test('for every purchase, a bank returns to the payment success page, and only if it must redirect', async () => {
  const { default: StripeForm } = await import('./stripe-form.tsx')
  const onOutcome = vi.fn()
  const payment = { publishableKey: 'pk_test_1', clientSecret: 'pi_1_secret_2', payLabel: 'Pay $49.00', isBusy: false }
  render(<StripeForm {...payment} onStart={() => undefined} onOutcome={onOutcome} />)
  fireEvent.click(screen.getByRole('button', { name: 'Card' }))
  expect(focus).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Pay $49.00' }))
  await waitFor(() => expect(onOutcome).toHaveBeenCalledWith({ kind: 'succeeded' }))
  expect(confirmPayment).toHaveBeenCalledWith({
    elements: 'elements',
    confirmParams: { return_url: `${window.location.origin}/payment-success` },
    redirect: 'if_required',
  })
})
