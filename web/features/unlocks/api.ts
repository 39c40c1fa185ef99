import * as v from 'valibot'
import type { Contact } from '#shared/contacts/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import {
  type ConfirmPayment,
  type ConfirmUnlock,
  PaymentConfirmed,
  PaymentSetup,
  UnlockConfirmed,
} from '#shared/unlocks/contract.ts'
import { HttpProblem, post } from '#web/net/api.ts'
import { refreshConfig } from '#web/net/config.ts'
import { asOneGuest } from '#web/net/guest-lock.ts'

/** Receipt data of somebody who gave no address. It is nobody's: the server identifies a guest by cookie alone. */
const ANONYMOUS_EMAIL = 'anonymous@latchkey.example'

/** The specification's fixed score; the server keeps its own. */
const FOUNDER_SCORE = 75

export type UnlockSetup = PaymentSetup & { publishableKey: string; isSandbox: boolean }

/** The lock that is held meanwhile must not be held for ever. */
const DEADLINE_MS = 15_000

/**
 * Records the wish and prepares the payment. One after the other: the first call may make a guest of a
 * stranger, and two at once would make two, one of whom pays while the other's cookie stays. The outbox waits for the same reason.
 *
 * @throws HttpProblem, Unreachable; nothing has been charged
 */
export async function setUpUnlock(investor: Investor, email = ANONYMOUS_EMAIL): Promise<UnlockSetup> {
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
  const setup = await post('/api/create-vc-unlock-payment', { vcId, vcType, email, amount }, PaymentSetup)
  const { stripe } = await refreshConfig()
  if (!setup.clientSecret || !stripe.publishableKey) throw new Error('Failed to create payment intent')
  return { ...setup, publishableKey: stripe.publishableKey, isSandbox: stripe.isSandbox }
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

export const refusalCode = (error: unknown) => (error instanceof HttpProblem ? error.code : undefined)

/** Whether asking again later may go better: nobody answered, or the server was not able to. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof HttpProblem) || error.status >= 500 || [408, 425, 429].includes(error.status)
}

/** Our server's own sentence, where it gave one, else `fallback`. */
export const messageOfFailure = (error: unknown, fallback: string) =>
  error instanceof HttpProblem ? (error.problem?.message ?? fallback) : fallback
