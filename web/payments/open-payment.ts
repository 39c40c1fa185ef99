import * as v from 'valibot'
import { PaymentSetup } from '#shared/unlocks/contract.ts'
import { type CallOptions, post } from '#web/net/api.ts'
import { refreshConfig } from '#web/net/tab/config.ts'
import { NoPayment } from './failures.ts'

/** Receipt data of somebody who gave no address. It is nobody's: the server identifies a guest by cookie alone. */
export const ANONYMOUS_EMAIL = 'anonymous@latchkey.example'

/** A payment that a card form can complete, and where its provider is. It lives in memory only. */
export type OpenPayment = PaymentSetup & { publishableKey: string; isSandbox: boolean }

/** @throws HttpProblem, Unreachable, NoPayment; nothing has been charged */
export async function openPayment(path: string, body: unknown, options?: CallOptions): Promise<OpenPayment> {
  const reply = await post(path, body, v.unknown(), options)
  // A reply without what opens a payment is an answer all the same: nobody is told that there was none.
  const read = v.safeParse(PaymentSetup, reply)
  if (!read.success || !read.output.clientSecret) throw new NoPayment()
  const { stripe } = await refreshConfig()
  if (!stripe.publishableKey) throw new NoPayment()
  return { ...read.output, publishableKey: stripe.publishableKey, isSandbox: stripe.isSandbox }
}
