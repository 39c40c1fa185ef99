import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { type IncludedTax, taxSentence } from '#shared/documents/tax.ts'
import { formatCents } from '#shared/money.ts'
import { WITHDRAWAL_WORDS } from '#shared/orders/withdrawal.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { regionName } from '#web/ui/region-name.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CardForm } from './card-form.tsx'
import type { OpenPayment } from './open-payment.ts'
import type { PaymentFormProps } from './payment.ts'

const StripeForm = lazyPart(() => loadChunk(() => import('./stripe-form.tsx')))

type Props = { payment: OpenPayment; problem: string | undefined } & Omit<PaymentFormProps, 'clientSecret' | 'payLabel'>

/** Takes a card for an open payment: Stripe's element with real keys, our own form in the sandbox. */
export function PaymentForm({ payment, problem, ...props }: Props) {
  const form = { ...props, clientSecret: payment.clientSecret, payLabel: `Pay ${formatCents(payment.amount)}` }
  return (
    <Suspense fallback={<Skeleton className="h-60 w-full" />}>
      {problem && <PaymentProblem>{problem}</PaymentProblem>}
      {payment.tax && <TaxNote tax={payment.tax} />}
      {payment.isSandbox ? <CardForm {...form} /> : <StripeForm {...form} publishableKey={payment.publishableKey} />}
      <p className="text-xs text-soft">{WITHDRAWAL_WORDS}</p>
    </Suspense>
  )
}

/** The tax in the amount on the button. The buyer's country is that of the billing details. */
function TaxNote({ tax }: { tax: IncludedTax }) {
  const sentence = taxSentence(tax, regionName)
  return sentence === undefined ? null : (
    <p className="text-sm text-soft">{sentence} Signed in, you can change your country and VAT ID in Settings.</p>
  )
}

/** Why a payment did not go through. It takes the focus, which the disabled form had lost. */
function PaymentProblem({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice tone="red">{children}</Notice>
    </div>
  )
}
