import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type SubmitEvent, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { PaymentFormProps } from './payment.ts'

/** A bank's page returns here for every purchase: the server reports what the payment is for, and that page redirects. */
const RETURN_PATH = '/payment-success'

/** Stripe's script is loaded once per page, by the first payment, and never earlier. A failed load is repeated by the next one. */
const loaded = new Map<string, Promise<Stripe | null>>()

function stripeOf(publishableKey: string) {
  const known = loaded.get(publishableKey) ?? loadStripe(publishableKey)
  loaded.set(publishableKey, known)
  known.catch(() => loaded.delete(publishableKey))
  return known
}

/** Stripe's Payment Element, for a server with real keys. This file is a separate bundle chunk. */
export default function StripeForm({ publishableKey, ...props }: PaymentFormProps & { publishableKey: string }) {
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(1)
  // `Elements` does not catch the failure of a promise.
  useEffect(() => {
    let isGone = false
    stripeOf(publishableKey).then(
      (found) => isGone || setStripe(found),
      () => isGone || setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [publishableKey, tries])

  if (hasFailed) {
    const retry = () => {
      setFailed(false)
      setTries(tries + 1)
    }
    return (
      <div className="grid gap-5">
        <Notice tone="red">Couldn’t load the card form. Check your connection.</Notice>
        <Button variant="outline" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <Elements stripe={stripe} options={{ clientSecret: props.clientSecret, appearance: { theme: 'flat' } }}>
      <ElementForm {...props} onLoadError={() => setFailed(true)} />
    </Elements>
  )
}

function ElementForm({ payLabel, isBusy, onStart, onOutcome, onLoadError }: PaymentFormProps & { onLoadError: () => void }) {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)

  const pay = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!stripe || !elements) return
    onStart()
    const confirming = stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}${RETURN_PATH}` },
      redirect: 'if_required',
    })
    // A confirmation that was interrupted may have been captured: the server knows.
    const { error, paymentIntent } = await confirming.catch(() => ({ error: undefined, paymentIntent: undefined }))
    if (error) onOutcome({ kind: 'declined', message: error.message })
    else onOutcome({ kind: paymentIntent?.status === 'succeeded' ? 'succeeded' : 'unfinished' })
  }

  return (
    <form onSubmit={pay} className="grid gap-4">
      <PaymentElement
        onReady={(element) => {
          setReady(true)
          element.focus()
        }}
        onLoadError={onLoadError}
      />
      <Button type="submit" variant="brass" isBusy={isBusy} disabled={!isReady} className="w-full">
        {isBusy ? 'Processing...' : payLabel}
      </Button>
    </form>
  )
}
