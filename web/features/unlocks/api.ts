import * as v from 'valibot'
import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { PaymentPurpose } from '#shared/orders/contract.ts'
import { type ConfirmPayment, type ConfirmUnlock, PaymentConfirmed, UnlockConfirmed } from '#shared/unlocks/contract.ts'
import { get, post } from '#web/net/api.ts'
import { isSignedOut } from '#web/payments/failures.ts'
import { ANONYMOUS_EMAIL, type OpenPayment, openPayment } from '#web/payments/open-payment.ts'
import { asOneGuest } from '#web/sync/tab/as-one-guest.ts'

/** The fixed score of the specification; the server uses its own. */
const FOUNDER_SCORE = 75

/** Limits how long `asOneGuest` keeps its lock. */
const DEADLINE_MS = 15_000

/** Used for the receipt only: the server identifies a guest by the cookie. */
const receipt = (email: string | undefined) => email ?? ANONYMOUS_EMAIL

/**
 * Records that a user requests this investor's contact. Before and after the payment it is the same request: the server stores
 * one per day.
 */
export const recordWish = (investor: Investor, email?: string) => {
  const { id: vcId, vcType, quote: amount } = investor
  const request = {
    vcId,
    vcType,
    founderEmail: receipt(email),
    founderScore: FOUNDER_SCORE,
    tags: [investor.sectors[0] ?? investor.stages[0] ?? 'General'],
    requestType: 'unlock',
    amount,
  }
  return post('/api/vc-request', request, v.unknown(), { signal: AbortSignal.timeout(DEADLINE_MS) })
}

/**
 * Records the request and prepares the payment. The two calls run one after the other: either may create a guest, and two
 * parallel calls would create two, of which one pays while the other's cookie remains. The outbox waits for the same reason. A
 * request that could not be recorded does not stop the payment, unless the user is signed out.
 *
 * @throws HttpProblem, Unreachable, NoPayment; nothing has been charged
 */
export const setUpUnlock = (investor: Investor, email?: string, isBooking = false): Promise<OpenPayment> =>
  asOneGuest(async () => {
    await recordWish(investor, email).catch((error: unknown) => {
      if (isSignedOut(error)) throw error
    })
    const { id: vcId, vcType, quote: amount } = investor
    const body = { vcId, vcType, email: receipt(email), amount, ...(isBooking && { bookingType: 'contact' }) }
    return openPayment('/api/create-vc-unlock-payment', body, { signal: AbortSignal.timeout(DEADLINE_MS) })
  })

type Bought = { id: VcId; vcType?: Investor['vcType'] | undefined }

/** Requests that the server reads the payment again. Safe to repeat. */
export function confirmUnlock(paymentIntentId: string, { id, vcType }: Bought, email?: string) {
  const body: v.InferInput<typeof ConfirmUnlock> = { paymentIntentId, vcId: id, vcType, email: receipt(email) }
  return post('/api/confirm-vc-unlock', body, UnlockConfirmed)
}

export function confirmPayment(paymentIntentId: string) {
  const body: v.InferInput<typeof ConfirmPayment> = { paymentIntentId }
  return post('/api/confirm-payment', body, PaymentConfirmed)
}

/** Purpose of one of the user's own payments. @throws HttpProblem `not-found` for another user's payment as for an unknown one */
export const findPurpose = (paymentIntentId: string) =>
  get(`/api/payments/${encodeURIComponent(paymentIntentId)}`, PaymentPurpose)

/** The same confirmation for a guest, who has no session to authenticate with. */
export async function confirmGuestPayment(
  paymentIntentId: string,
  { targetId, vcType }: PaymentPurpose,
): Promise<PaymentConfirmed> {
  const { contact } = await confirmUnlock(paymentIntentId, { id: targetId as VcId, vcType })
  const { id, fund, contactType, contactHandle, introTemplate } = contact
  return { vc: { id, fundName: fund, contactType, contactHandle }, introTemplate }
}
