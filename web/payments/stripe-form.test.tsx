import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createContext, useContext } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

const confirmPayment = vi.fn(async () => ({ paymentIntent: { status: 'succeeded' } }))
const stripe = { confirmPayment }
const loadStripe = vi.fn(async (_key: string) => stripe)

const focus = vi.fn()

type ElementProps = { onReady: (element: { focus: () => void }) => void; onLoadError: () => void }

const Provided = createContext<unknown>(null)

vi.doMock('@stripe/stripe-js/pure', () => ({ loadStripe }))
vi.doMock('@stripe/react-stripe-js', () => ({
  Elements: (props: { stripe: unknown; children: React.ReactNode }) => <Provided value={props.stripe}>{props.children}</Provided>,
  PaymentElement: ({ onReady, onLoadError }: ElementProps) => (
    <>
      <button type="button" onClick={() => onReady({ focus })}>
        Card
      </button>
      <button type="button" onClick={onLoadError}>
        Break
      </button>
    </>
  ),
  useStripe: () => useContext(Provided),
  useElements: () => 'elements',
}))

afterEach(() => {
  cleanup()
  vi.doUnmock('@stripe/stripe-js/pure')
  vi.doUnmock('@stripe/react-stripe-js')
})

const showForm = async (publishableKey: string) => {
  const { default: StripeForm } = await import('./stripe-form.tsx')
  const onOutcome = vi.fn()
  const payment = { publishableKey, clientSecret: 'pi_1_secret_2', payLabel: 'Pay $49.00', isBusy: false }
  await act(async () => void render(<StripeForm {...payment} onStart={() => undefined} onOutcome={onOutcome} />))
  return onOutcome
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('for every purchase, a bank returns to the payment success page, and only if it must redirect', async () => {
  const onOutcome = await showForm('pk_test_1')
  await press('Card')
  expect(focus).toHaveBeenCalledTimes(1)
  await press('Pay $49.00')
  await waitFor(() => expect(onOutcome).toHaveBeenCalledWith({ kind: 'succeeded' }))
  expect(confirmPayment).toHaveBeenCalledWith({
    elements: 'elements',
    confirmParams: { return_url: `${window.location.origin}/payment-success` },
    redirect: 'if_required',
  })
})

test('a failed load of Stripe’s script is shown, and repeated by a button and by the next payment', async () => {
  loadStripe.mockRejectedValueOnce(new Error('Failed to load Stripe.js'))
  await showForm('pk_test_2')
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t load the card form.')
  loadStripe.mockRejectedValueOnce(new Error('Failed to load Stripe.js'))
  await press('Try again')
  expect(screen.getByRole('alert')).toBeTruthy()

  cleanup()
  const onOutcome = await showForm('pk_test_2')
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Card')
  await press('Pay $49.00')
  expect(onOutcome).toHaveBeenCalledWith({ kind: 'succeeded' })
})

test('a card field that did not load is shown as a failure, and loads again', async () => {
  await showForm('pk_test_3')
  await press('Break')
  await press('Try again')
  expect(screen.getByRole('button', { name: 'Card' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a confirmation that was interrupted is checked by the server', async () => {
  confirmPayment.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const onOutcome = await showForm('pk_test_4')
  await press('Card')
  await press('Pay $49.00')
  expect(onOutcome).toHaveBeenCalledWith({ kind: 'unfinished' })
})
