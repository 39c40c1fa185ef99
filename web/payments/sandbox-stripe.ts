import * as v from 'valibot'
import { type CardFields, readExpiry } from './card-input.ts'
import { type PaymentOutcome, paymentIntentOf } from './payment.ts'

const Intent = v.object({ status: v.string() })
const StripeError = v.object({ error: v.object({ message: v.optional(v.string()) }) })

export type SandboxOutcome = PaymentOutcome | { kind: 'requires-action' }

/** Sends a test card to the sandbox as Stripe.js sends a real one to Stripe: never through our own API client. */
export function confirmSandboxCard(clientSecret: string, { number, expiry, cvc }: CardFields): Promise<SandboxOutcome> {
  const read = readExpiry(expiry)
  return post(clientSecret, 'confirm', {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number.replaceAll(' ', ''),
    'payment_method_data[card][exp_month]': String(read?.month ?? ''),
    'payment_method_data[card][exp_year]': String(read?.year ?? ''),
    'payment_method_data[card][cvc]': cvc,
  })
}

/** Answers the bank's question for the card holder, as the sandbox's test page does. */
export const authenticateSandboxCard = (clientSecret: string, isAuthentic: boolean): Promise<SandboxOutcome> =>
  post(clientSecret, 'authenticate', { outcome: isAuthentic ? 'success' : 'fail' })

async function post(clientSecret: string, action: string, fields: Record<string, string>): Promise<SandboxOutcome> {
  const response = await fetch(`/sandbox/stripe/v1/payment_intents/${paymentIntentOf(clientSecret)}/${action}`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: clientSecret, ...fields }),
  })
  const body: unknown = await response.json()
  if (!response.ok) {
    const refusal = v.safeParse(StripeError, body)
    return { kind: 'declined', message: refusal.success ? refusal.output.error.message : undefined }
  }
  const { status } = v.parse(Intent, body)
  if (status === 'succeeded') return { kind: 'succeeded' }
  return { kind: status === 'requires_action' ? 'requires-action' : 'unfinished' }
}
