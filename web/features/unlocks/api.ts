import * as v from 'valibot'
import type { Contact } from '#shared/contacts/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { type ConfirmPayment, type ConfirmUnlock, PaymentConfirmed, UnlockConfirmed } from '#shared/unlocks/contract.ts'
import { post } from '#web/net/api.ts'
import { asOneGuest } from '#web/net/guest-lock.ts'
import { refusalCode } from '#web/payments/failures.ts'
import { ANONYMOUS_EMAIL, type OpenPayment, openPayment } from '#web/payments/open-payment.ts'

/** The specification's fixed score; the server keeps its own. */
const FOUNDER_SCORE = 75

/** The lock that is held meanwhile must not be held for ever. */
const DEADLINE_MS = 15_000

/**
 * Records the wish and prepares the payment. One after the other: the first call may make a guest of a
 * stranger, and two at once would make two, one of whom pays while the other's cookie stays. The outbox waits for the same reason.
 *
 * @throws HttpProblem, Unreachable; nothing has been charged
 */
export async function setUpUnlock(investor: Investor, email = ANONYMOUS_EMAIL, isInstead = false): Promise<OpenPayment> {
  const { id: vcId, vcType, quote: amount } = investor
  const wish = {
    vcId,
    vcType,
    founderEmail: email,
    founderScore: FOUNDER_SCORE,
    tags: [investor.sectors[0] ?? investor.stages[0] ?? 'General'],
    requestType: 'unlock',
    amount,
  }
  await asOneGuest(() => post('/api/vc-request', wish, v.unknown(), { signal: AbortSignal.timeout(DEADLINE_MS) }))
  const instead = isInstead && { bookingType: 'contact' }
  return openPayment('/api/create-vc-unlock-payment', { vcId, vcType, email, amount, ...instead })
}

/** Asks the server to look at the payment again. Safe to repeat. */
export function confirmUnlock(paymentIntentId: string, { id, vcType }: Pick<Investor, 'id' | 'vcType'>) {
  const body: v.InferInput<typeof ConfirmUnlock> = { paymentIntentId, vcId: id, vcType }
  return post('/api/confirm-vc-unlock', body, UnlockConfirmed)
}

export function confirmPayment(paymentIntentId: string) {
  const body: v.InferInput<typeof ConfirmPayment> = { paymentIntentId }
  return post('/api/confirm-payment', body, PaymentConfirmed)
}

/**
 * The same confirmation for a guest, who has no session the server would ask by: the payment is
 * looked for behind each contact this device holds, the latest first. The server knows another's payment as none.
 *
 * @throws HttpProblem `not-found` when it belongs to none of them
 */
export async function confirmGuestPayment(paymentIntentId: string, held: readonly Contact[]): Promise<PaymentConfirmed> {
  const latestFirst = [...held].sort((a, b) => b.unlockedAt.localeCompare(a.unlockedAt))
  let refusal: unknown
  for (const candidate of latestFirst) {
    try {
      const { contact } = await confirmUnlock(paymentIntentId, candidate)
      const { id, fund, contactType, contactHandle, introTemplate } = contact
      return { vc: { id, fundName: fund, contactType, contactHandle }, introTemplate }
    } catch (error) {
      if (refusalCode(error) !== 'not-found') throw error
      refusal = error
    }
  }
  throw refusal
}
