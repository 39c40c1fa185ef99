import { useEffect, useState } from 'react'
import type { ColdFund, MaskedDecisionMaker } from '#shared/cold-scout/contract.ts'
import { formatCents } from '#shared/money.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { PaymentForm } from '#web/payments/payment-form.tsx'
import { ReceiptEmailField } from '#web/payments/receipt-email-field.tsx'
import { UnlockEnding } from '#web/payments/unlock-ending.tsx'
import { type PaymentWords, useCardPayment } from '#web/payments/use-card-payment.ts'
import { useSetUpOnce } from '#web/payments/use-set-up-once.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { confirmUnlock, openUnlock } from './api.ts'
import { UNLOCKED } from './labels.ts'

/** How long the open latch is shown before the dialog closes. */
const LATCH_MS = 1100

const WORDS: PaymentWords = {
  paid: UNLOCKED,
  setupFailed: 'Could not setup payment. Please try again.',
  failed: 'Something went wrong with your payment.',
  unconfirmed: {
    title: 'Unlock Confirmation Failed',
    description: 'Payment succeeded but confirmation failed. Please contact support.',
  },
  alreadyOwned: 'You already unlocked them. Loading…',
  page: 'Contacts',
}

type Props = {
  fund: ColdFund
  maker: MaskedDecisionMaker
  onClose: () => void
  isUnlocked: boolean
  /** The signed-in user's address, for the receipt; a guest may type one. */
  email: string | undefined
  syncNow: () => void
}

/** Mounted while it is open: closing it discards the payment's secret. */
export default function UnlockDialog({ fund, maker, onClose, isUnlocked, email, syncNow }: Props) {
  const { phase, setUp, start, settle } = useCardPayment({
    isOwned: isUnlocked,
    open: (receipt) => openUnlock(maker.id, receipt),
    confirm: (paymentIntentId) => confirmUnlock(maker.id, paymentIntentId),
    syncNow,
    onPaid: () => undefined,
    words: WORDS,
  })
  useSetUpOnce(setUp, email)
  const isDone = phase.step === 'done'
  const { clear: forgetReceiptEmail } = useDraft('receipt-email', { email: '' })
  useEffect(() => {
    if (!isDone) return
    // A guest’s address fills in the sign-up that saves the name to an account.
    if (email) void forgetReceiptEmail()
    const timer = setTimeout(onClose, LATCH_MS)
    return () => clearTimeout(timer)
  }, [isDone, email, onClose])

  const isBusy = phase.step === 'paying' || (phase.step === 'confirming' && !phase.problem)
  return (
    <Dialog title="Complete Payment" isOpen onClose={onClose} canClose={!isBusy}>
      <div className="mb-6 flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="font-serif text-5xl text-brass tabular-nums">{formatCents(DEFAULT_PRICES.decisionMaker)}</p>
          <p className="mt-1 text-sm text-soft">
            {maker.role} of <bdi>{fund.fundName}</bdi>: the name{profilesOf(maker)}
          </p>
        </div>
        <Latch isOpen={isDone} className="h-12 shrink-0" />
      </div>
      {phase.step === 'setting-up' && (
        <div role="status">
          <Skeleton className="h-60 w-full" />
          <p className="mt-3 text-center text-sm text-soft">Setting up...</p>
        </div>
      )}
      {phase.step === 'offer' && phase.problem && (
        <div className="grid gap-5">
          <Notice tone="red">{phase.problem}</Notice>
          <Button variant="outline" onClick={() => setUp(email)}>
            Try again
          </Button>
        </div>
      )}
      {(phase.step === 'pay' || phase.step === 'paying') && (
        <div className="grid gap-5">
          {!email && (
            <ReceiptField
              isBusy={phase.step === 'paying'}
              onTyped={(typed) => openUnlock(maker.id, typed).catch(() => undefined)}
            />
          )}
          <PaymentForm
            payment={phase.payment}
            problem={phase.problem}
            isBusy={phase.step === 'paying'}
            onStart={start}
            onOutcome={settle}
          />
        </div>
      )}
      <UnlockEnding phase={phase} onClose={onClose} />
    </Dialog>
  )
}

/** ` and LinkedIn`, `, LinkedIn and Twitter`: what is sold together with the name. */
function profilesOf({ hasLinkedin, hasTwitter }: MaskedDecisionMaker) {
  if (hasLinkedin && hasTwitter) return ', LinkedIn and Twitter'
  return hasLinkedin ? ' and LinkedIn' : hasTwitter ? ' and Twitter' : ''
}

type ReceiptProps = { isBusy: boolean; onTyped: (email: string) => void }

/** A guest's address for the receipt, sent to the server on blur. The payment does not depend on it and does not wait for it. */
function ReceiptField({ isBusy, onTyped }: ReceiptProps) {
  const { values, change } = useDraft('receipt-email', { email: '' })
  const [sent, setSent] = useState('')
  const send = (email: string) => {
    if (!email || email === sent) return
    setSent(email)
    onTyped(email)
  }
  return (
    <ReceiptEmailField
      value={values.email}
      onChange={(event) => change('email', event.target.value)}
      onBlur={(event) => send(event.target.value.trim())}
      disabled={isBusy}
    />
  )
}
