import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type SubmitEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { PaymentFormProps } from './payment.ts'

/** A bank's page returns here for every purchase: the server reports what the payment is for, and that page redirects. */
const RETURN_PATH = '/payment-success'

/** Stripe's script is loaded once per page, by the first payment, and never earlier. */
const loaded = new Map<string, Promise<Stripe | null>>()

function stripeOf(publishableKey: string) {
  const known = loaded.get(publishableKey) ?? loadStripe(publishableKey)
  loaded.set(publishableKey, known)
  return known
}

/** Stripe's Payment Element, for a server with real keys. This file is a separate bundle chunk. */
export default function StripeForm({ publishableKey, ...props }: PaymentFormProps & { publishableKey: string }) {
  return (
    <Elements stripe={stripeOf(publishableKey)} options={{ clientSecret: props.clientSecret, appearance: { theme: 'flat' } }}>
      <ElementForm {...props} />
    </Elements>
  )
}

function ElementForm({ payLabel, isBusy, onStart, onOutcome }: PaymentFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)

  const pay = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!stripe || !elements) return
    onStart()
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}${RETURN_PATH}` },
      redirect: 'if_required',
    })
    if (error) onOutcome({ kind: 'declined', message: error.message })
    else onOutcome({ kind: paymentIntent.status === 'succeeded' ? 'succeeded' : 'unfinished' })
  }

  return (
    <form onSubmit={pay} className="grid gap-4">
      <PaymentElement
        onReady={(element) => {
          setReady(true)
          element.focus()
        }}
      />
      <Button type="submit" variant="brass" isBusy={isBusy} disabled={!isReady} className="w-full">
        {isBusy ? 'Processing...' : payLabel}
      </Button>
    </form>
  )
}
