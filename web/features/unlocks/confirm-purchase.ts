import type { PaymentPurpose } from '#shared/orders/contract.ts'
import type { PaymentConfirmed } from '#shared/unlocks/contract.ts'
import { refusalCode } from '#web/payments/failures.ts'
import { confirmGuestPayment, confirmPayment, findPurpose } from './api.ts'

/** `elsewhere`: another page shows it, and opens now. `stranger`: this visitor has made no such payment, as far as the server knows. */
export type Bought =
  | { kind: 'contact'; payment: PaymentConfirmed }
  | { kind: 'call'; name: string }
  | { kind: 'elsewhere' }
  | { kind: 'stranger' }

/** Confirms what is no contact by its own call, and leads to the page that shows it. */
export type ConfirmOther = (paymentIntentId: string, purpose: PaymentPurpose) => Promise<Bought>

type Asker = { isSignedIn: boolean; holdsContacts: boolean; confirmOther: ConfirmOther }

/**
 * Confirms a payment of any kind. An account's contacts and calls take one call; for everything else the server says first
 * what the payment is for.
 *
 * @throws HttpProblem, Unreachable
 */
export async function confirmPurchase(paymentIntentId: string, asker: Asker): Promise<Bought> {
  if (asker.isSignedIn) {
    const payment = await unlessUnknown(confirmPayment(paymentIntentId))
    if (payment) return { kind: 'contact', payment }
  }
  const isStranger = !asker.isSignedIn && !asker.holdsContacts
  const purpose = await (isStranger ? unlessUnknown(findPurpose(paymentIntentId)) : findPurpose(paymentIntentId))
  if (!purpose) return { kind: 'stranger' }
  if (purpose.kind !== 'vc_unlock' && purpose.kind !== 'vc_contact') return asker.confirmOther(paymentIntentId, purpose)
  return { kind: 'contact', payment: await confirmGuestPayment(paymentIntentId, purpose) }
}

const unlessUnknown = <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> =>
  asked.catch((error) => {
    if (refusalCode(error) === 'not-found') return undefined
    throw error
  })
