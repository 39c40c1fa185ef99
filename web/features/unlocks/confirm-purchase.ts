import type { PaymentPurpose } from '#shared/orders/contract.ts'
import type { PaymentConfirmed } from '#shared/unlocks/contract.ts'
import { refusalCode } from '#web/payments/failures.ts'
import { confirmGuestPayment, confirmPayment, findPurpose } from './api.ts'

/** `elsewhere`: another page shows it, and is opened. `stranger`: the server knows no such payment of this visitor. */
export type Bought =
  | { kind: 'contact'; payment: PaymentConfirmed }
  | { kind: 'call'; name: string }
  | { kind: 'elsewhere' }
  | { kind: 'stranger' }

/** Confirms a purchase that is not a contact with its own call, and navigates to the page that shows it. */
export type ConfirmOther = (paymentIntentId: string, purpose: PaymentPurpose) => Promise<Bought>

type Buyer = { isSignedIn: boolean; holdsContacts: boolean; confirmOther: ConfirmOther }

/**
 * Confirms a payment of any kind. A single call confirms an account's contacts and calls; for every other payment, the server is
 * first asked for its purpose.
 *
 * @throws HttpProblem, Unreachable
 */
export async function confirmPurchase(paymentIntentId: string, buyer: Buyer): Promise<Bought> {
  if (buyer.isSignedIn) {
    const payment = await unlessUnknown(confirmPayment(paymentIntentId))
    if (payment) return { kind: 'contact', payment }
  }
  const isStranger = !buyer.isSignedIn && !buyer.holdsContacts
  const purpose = await (isStranger ? unlessUnknown(findPurpose(paymentIntentId)) : findPurpose(paymentIntentId))
  if (!purpose) return { kind: 'stranger' }
  if (purpose.kind !== 'vc_unlock' && purpose.kind !== 'vc_contact') return buyer.confirmOther(paymentIntentId, purpose)
  return { kind: 'contact', payment: await confirmGuestPayment(paymentIntentId, purpose) }
}

const unlessUnknown = <Answer>(request: Promise<Answer>): Promise<Answer | undefined> =>
  request.catch((error) => {
    if (refusalCode(error) === 'not-found') return undefined
    throw error
  })
