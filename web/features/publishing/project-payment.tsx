import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { formatCents } from '#shared/money.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'
import { SwitchedOffNotice } from '#web/forms/switched-off-notice.tsx'
import { Confirming } from '#web/payments/confirming.tsx'
import { PaymentForm } from '#web/payments/payment-form.tsx'
import { type PaymentWords, useCardPayment } from '#web/payments/use-card-payment.ts'
import { useSetUpOnce } from '#web/payments/use-set-up-once.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { confirmProjectPayment, openProjectPayment } from './api.ts'
import { PUBLISHED } from './labels.ts'

const WORDS: PaymentWords = {
  paid: PUBLISHED,
  setupFailed: 'Failed to initialize payment. Please try again.',
  failed: 'Something went wrong with your payment.',
  unconfirmed: {
    title: 'Publishing Confirmation Failed',
    description: 'Payment succeeded but confirmation failed. Please contact support.',
  },
  alreadyOwned: 'Your project is already published. You were not charged.',
  page: 'Marketplace',
}

const PROMISES = [
  'Your project on the public Scout marketplace, for every investor and founder',
  'A page of its own, with a link and a preview to share',
  'Upvotes from the community, and emails from investors',
  'One payment, no subscription. Saved changes go live immediately',
]

type Props = { isPublished: boolean; isOffline: boolean; syncNow: () => void; onPublished: () => void }

/** 'Make Your Project Visible': the card form for a founder whose project is not published yet. */
export function ProjectPayment({ isOffline, ...props }: Props) {
  return (
    <>
      <PageHeading
        title="Make Your Project Visible"
        lead="One payment makes your project visible to every investor on Latchkey."
      />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <section aria-labelledby="what-you-get">
          <h2 id="what-you-get" className="text-2xl">
            What you get
          </h2>
          <ul className="mt-4 border-t border-rule">
            {PROMISES.map((promise) => (
              <li key={promise} className="flex gap-3 border-b border-rule py-3">
                <Check className="mt-1 size-4 shrink-0 text-brass" aria-hidden="true" />
                {promise}
              </li>
            ))}
          </ul>
        </section>
        <section
          aria-label="Payment"
          className="order-first self-start rounded-box border border-rule bg-sheet p-6 lg:order-none"
        >
          <p className="mb-5 flex flex-wrap items-baseline gap-x-3 border-b border-rule pb-4">
            <span className="font-serif text-5xl text-brass tabular-nums">{formatCents(DEFAULT_PRICES.projectVisibility)}</span>
            <span className="text-sm text-soft">once, no subscription</span>
          </p>
          <SwitchedOffNotice feature="scout-publishing" className="mb-5" />
          {isOffline ? (
            <Notice title="You are offline">
              Paying needs a connection. Your draft is saved on this device. Continue here when you reconnect.
            </Notice>
          ) : (
            <Pay {...props} />
          )}
          <Link to="/project-setup" className={buttonClass('quiet', 'mt-3 w-full')}>
            Cancel
          </Link>
        </section>
      </div>
      <p className="mt-12 border-t border-rule pt-5 text-sm text-soft">
        Investing instead?{' '}
        <Link to="/vc-signup" className="text-ink underline underline-offset-4">
          Apply as an investor
        </Link>
        . Not your account?{' '}
        <Link to="/auth" search={{ next: '/project-payment' }} className="text-ink underline underline-offset-4">
          Sign in with another
        </Link>
        .
      </p>
    </>
  )
}

function Pay({ isPublished, syncNow, onPublished }: Omit<Props, 'isOffline'>) {
  const { phase, setUp, start, settle } = useCardPayment({
    isOwned: isPublished,
    open: openProjectPayment,
    confirm: confirmProjectPayment,
    syncNow,
    onPaid: () => undefined,
    words: WORDS,
  })
  useSetUpOnce(setUp)
  const isDone = phase.step === 'done'
  useEffect(() => {
    if (isDone) onPublished()
  }, [isDone, onPublished])

  if (phase.step === 'confirming') return <Confirming problem={phase.problem} onClose={onPublished} />
  if (phase.step === 'pay' || phase.step === 'paying') {
    return (
      <div className="grid gap-5">
        <PaymentForm
          payment={phase.payment}
          problem={phase.problem}
          isBusy={phase.step === 'paying'}
          onStart={start}
          onOutcome={settle}
        />
      </div>
    )
  }
  if (phase.step === 'offer' && phase.problem) {
    return (
      <div className="grid gap-4">
        <Notice tone="red">{phase.problem}</Notice>
        <Button variant="outline" onClick={() => setUp(undefined)}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div role="status">
      <Skeleton className="h-60 w-full" />
      <p className="mt-3 text-center text-sm text-soft">Setting up...</p>
    </div>
  )
}
