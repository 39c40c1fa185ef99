import { DecisionMakerConfirmed } from '#shared/cold-scout/contract.ts'
import type { DecisionMakerId } from '#shared/ids.ts'
import { post } from '#web/net/api.ts'
import { ANONYMOUS_EMAIL, openPayment } from '#web/payments/open-payment.ts'
import { asOneGuest } from '#web/sync/tab/as-one-guest.ts'

/** Limits how long `asOneGuest` keeps its lock. */
const DEADLINE_MS = 15_000

/** The call may create a guest, and two parallel calls would create two. @throws HttpProblem, Unreachable */
export const openUnlock = (decisionMakerId: DecisionMakerId, email = ANONYMOUS_EMAIL) =>
  asOneGuest(() => {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    return openPayment('/api/create-decision-maker-payment', { email, decisionMakerId }, { signal })
  })

/** Requests that the server reads the payment again. Safe to repeat. */
export const confirmUnlock = (decisionMakerId: DecisionMakerId, paymentIntentId: string) =>
  post('/api/confirm-decision-maker-unlock', { paymentIntentId, email: ANONYMOUS_EMAIL, decisionMakerId }, DecisionMakerConfirmed)
