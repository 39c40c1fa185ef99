import { PaymentSetup } from '#shared/unlocks/contract.ts'
import { type CallOptions, post } from '#web/net/api.ts'
import { refreshConfig } from '#web/net/config.ts'
import { NoPayment } from './failures.ts'

/** Receipt data of somebody who gave no address. It is nobody's: the server identifies a guest by cookie alone. */
export const ANONYMOUS_EMAIL = 'anonymous@latchkey.example'

/** A payment that a card form can complete, and where its provider is. It lives in memory only. */
export type OpenPayment = PaymentSetup & { publishableKey: string; isSandbox: boolean }

/** @throws HttpProblem, Unreachable, NoPayment; nothing has been charged */
export async function openPayment(path: string, body: unknown, options?: CallOptions): Promise<OpenPayment> {
  const setup = await post(path, body, PaymentSetup, options)
  const { stripe } = await refreshConfig()
  if (!setup.clientSecret || !stripe.publishableKey) throw new NoPayment()
  return { ...setup, publishableKey: stripe.publishableKey, isSandbox: stripe.isSandbox }
}
