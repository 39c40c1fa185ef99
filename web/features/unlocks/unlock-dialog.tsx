import { type ReactNode, useEffect, useState } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { PaymentForm } from '#web/payments/payment-form.tsx'
import { UnlockEnding } from '#web/payments/unlock-ending.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { UnlockOffer } from './unlock-offer.tsx'
import { UnlockPrice } from './unlock-price.tsx'
import { useUnlock } from './use-unlock.ts'

/** How long the open latch is shown before the dialog closes. */
const LATCH_MS = 1100

type Props = {
  investor: Investor
  onClose: () => void
  isUnlocked: boolean
  isOffline: boolean
  /** The signed-in user's address, for the receipt; a guest may type one. */
  email: string | undefined
  syncNow: () => void
  onPaid: (paymentIntentId: string) => void
  /** Offered instead of paying while there is no connection. */
  saveForLater: ReactNode
}

/** Mounted while it is open: closing it discards the payment's secret and all typed text. */
export default function UnlockDialog({ investor, onClose, isUnlocked, ...rest }: Props) {
  const { isOffline, email, syncNow, onPaid, saveForLater } = rest
  const { phase, setUp, start, settle } = useUnlock({ investor, isBooking: false, isUnlocked, syncNow, onPaid })
  const [wasUnlocked] = useState(isUnlocked)
  const isDone = phase.step === 'done'
  const { clear: forgetReceiptEmail } = useDraft('receipt-email', { email: '' })

  useEffect(() => {
    if (!isDone) return
    // A guest’s address fills in the sign-up that saves the contact to an account.
    if (email) void forgetReceiptEmail()
    const timer = setTimeout(onClose, wasUnlocked ? 0 : LATCH_MS)
    return () => clearTimeout(timer)
  }, [isDone, wasUnlocked, email, onClose])

  const isBusy = phase.step === 'setting-up' || phase.step === 'paying' || (phase.step === 'confirming' && !phase.problem)
  return (
    <Dialog title={<span dir="auto">Unlock {investor.name}</span>} isOpen onClose={onClose} canClose={!isBusy}>
      <div className="mb-6 flex items-center justify-between gap-4">
        <UnlockPrice investor={investor} />
        <Latch isOpen={isDone} className="h-12 shrink-0" />
      </div>
      {(phase.step === 'offer' || phase.step === 'setting-up') && (
        <UnlockOffer
          investor={investor}
          email={email}
          isOffline={isOffline}
          isSettingUp={phase.step === 'setting-up'}
          problem={phase.step === 'offer' ? phase.problem : undefined}
          onUnlock={setUp}
          saveForLater={saveForLater}
        />
      )}
      {(phase.step === 'pay' || phase.step === 'paying') && (
        <div className="grid gap-5">
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
