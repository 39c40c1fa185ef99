import * as v from 'valibot'
import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { PaymentPurpose } from '#shared/orders/contract.ts'
import { type ConfirmPayment, type ConfirmUnlock, PaymentConfirmed, UnlockConfirmed } from '#shared/unlocks/contract.ts'
import { get, post } from '#web/net/api.ts'
import { asOneGuest } from '#web/net/guest-lock.ts'
import { isSignedOut } from '#web/payments/failures.ts'
import { ANONYMOUS_EMAIL, type OpenPayment, openPayment } from '#web/payments/open-payment.ts'

/** The specification's fixed score; the server keeps its own. */
const FOUNDER_SCORE = 75

/** The lock that is held meanwhile must not be held for ever. */
const DEADLINE_MS = 15_000

/** Receipt data alone: the server identifies a guest by the cookie. */
const receipt = (email: string | undefined) => email ?? ANONYMOUS_EMAIL

/** Says that somebody wants this investor's contact. Before and after the payment it is one request: the server keeps one a day. */
export const recordWish = (investor: Investor, email?: string) => {
  const { id: vcId, vcType, quote: amount } = investor
  const wish = {
    vcId,
    vcType,
    founderEmail: receipt(email),
    founderScore: FOUNDER_SCORE,
    tags: [investor.sectors[0] ?? investor.stages[0] ?? 'General'],
    requestType: 'unlock',
    amount,
  }
  return post('/api/vc-request', wish, v.unknown(), { signal: AbortSignal.timeout(DEADLINE_MS) })
}

/**
 * Records the wish and prepares the payment. One after the other: either call may make a guest of a
 * stranger, and two at once would make two, one of whom pays while the other's cookie stays. The outbox waits for the same reason.
 * A wish that could not be recorded stops no payment, unless the person is signed out.
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

/** Asks the server to look at the payment again. Safe to repeat. */
export function confirmUnlock(paymentIntentId: string, { id, vcType }: Bought, email?: string) {
  const body: v.InferInput<typeof ConfirmUnlock> = { paymentIntentId, vcId: id, vcType, email: receipt(email) }
  return post('/api/confirm-vc-unlock', body, UnlockConfirmed)
}

export function confirmPayment(paymentIntentId: string) {
  const body: v.InferInput<typeof ConfirmPayment> = { paymentIntentId }
  return post('/api/confirm-payment', body, PaymentConfirmed)
}

/** What an own payment is for. @throws HttpProblem `not-found` for another person's as for none */
export const findPurpose = (paymentIntentId: string) =>
  get(`/api/payments/${encodeURIComponent(paymentIntentId)}`, PaymentPurpose)

/** The same confirmation for a guest, who has no session the server would ask by. */
export async function confirmGuestPayment(
  paymentIntentId: string,
  { targetId, vcType }: PaymentPurpose,
): Promise<PaymentConfirmed> {
  const { contact } = await confirmUnlock(paymentIntentId, { id: targetId as VcId, vcType })
  const { id, fund, contactType, contactHandle, introTemplate } = contact
  return { vc: { id, fundName: fund, contactType, contactHandle }, introTemplate }
}
