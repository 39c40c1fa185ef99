import * as v from 'valibot'
import { PaymentSetup } from '#shared/unlocks/contract.ts'
import { type CallOptions, post } from '#web/net/api.ts'
import { refreshConfig } from '#web/net/tab/config.ts'
import { NoPayment } from './failures.ts'

/** Receipt address for a guest who gave none. It belongs to no user: the server identifies a guest by cookie alone. */
export const ANONYMOUS_EMAIL = 'anonymous@latchkey.example'

/** A payment that a card form can complete, and its provider. Kept in memory only. */
export type OpenPayment = PaymentSetup & { publishableKey: string; isSandbox: boolean }

/** @throws HttpProblem, Unreachable, NoPayment; nothing has been charged */
export async function openPayment(path: string, body: unknown, options?: CallOptions): Promise<OpenPayment> {
  const reply = await post(path, body, v.unknown(), options)
  // A reply without a client secret is still a response of the server: it must not be reported as a missing response.
  const read = v.safeParse(PaymentSetup, reply)
  if (!read.success || !read.output.clientSecret) throw new NoPayment()
  const { stripe } = await refreshConfig()
  if (!stripe.publishableKey) throw new NoPayment()
  return { ...read.output, publishableKey: stripe.publishableKey, isSandbox: stripe.isSandbox }
}
