import { ProjectPublished, ScoutPaymentSuccess } from '#shared/publishing/contract.ts'
import { get, post } from '#web/net/api.ts'
import { openPayment } from '#web/payments/open-payment.ts'

/** @throws HttpProblem, Unreachable; nothing has been charged */
export const openProjectPayment = () => openPayment('/api/create-project-payment', undefined)

/** Requests that the server reads the payment again. Safe to repeat. */
export const confirmProjectPayment = (paymentIntentId: string) =>
  post('/api/confirm-project-payment', { paymentIntentId }, ProjectPublished)

/** Whether a checkout was paid and its project is published. Safe to repeat. */
export const askScoutPayment = async (sessionId: string): Promise<boolean> =>
  (await get(`/api/scout-payment-success?session_id=${encodeURIComponent(sessionId)}`, ScoutPaymentSuccess)).success
