import { type ReactNode, useEffect, useState } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { replyPromise } from '#shared/replies/reply-days.ts'
import { DetailsStep, type Errors, type Typed } from '#web/features/bookings/booking/details-step.tsx'
import { BOOKED_MS, StepMark } from '#web/features/bookings/booking/step-indicator.tsx'
import { writeNote } from '#web/features/contacts/notes/mutations.ts'
import { PublicSourceNote } from '#web/features/unlocks/public-source-note.tsx'
import { UnlockPrice } from '#web/features/unlocks/unlock-price.tsx'
import { useUnlock } from '#web/features/unlocks/use-unlock.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { PaymentForm } from '#web/payments/payment-form.tsx'
import { UnlockEnding } from '#web/payments/unlock-ending.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  investor: Investor
  onClose: () => void
  isUnlocked: boolean
  isOffline: boolean
  /** Known data of the user, as initial values. */
  person: { name: string; email: string }
  syncNow: () => void
  onPaid: (paymentIntentId: string) => void
  /** Back to the slots of a call, if the contact is bought instead of a call. */
  onBack?: (() => void) | undefined
  /** Offered instead of payment while offline. */
  saveForLater: ReactNode
}

const STEPS = ['details', 'payment'] as const

/** A booking without a calendar: it starts with the details, and buys the contact. Mounted only while it is open. */
export default function ContactDialog({ investor, onClose, isUnlocked, isOffline, person, onBack, ...rest }: Props) {
  const { syncNow, onPaid, saveForLater } = rest
  // The same draft as of a call: the message is not typed again if the contact is bought instead.
  const { values: typed, change, clear } = useDraft(`booking:${investor.id}`, { ...person, company: '', message: '' })
  const { change: writeReceipt } = useDraft('receipt-email', { email: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [wasUnlocked] = useState(isUnlocked)
  const { phase, setUp, start, settle, back } = useUnlock({ investor, isBooking: true, isUnlocked, syncNow, onPaid })
  const isDone = phase.step === 'done'

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(onClose, wasUnlocked ? 0 : BOOKED_MS)
    return () => clearTimeout(timer)
  }, [isDone, wasUnlocked, onClose])

  // The contact has arrived, so it can have a note. The message is not typed a second time.
  const note = noteOf(typed)
  useEffect(() => {
    if (!isDone || wasUnlocked) return
    // A note that could not be stored stays a draft.
    const noted = note ? writeNote({ contactId: investor.id, text: note }, '') : Promise.resolve()
    void noted.then(clear, () => undefined)
  }, [isDone, wasUnlocked, note, investor.id])

  const isSettingUp = phase.step === 'setting-up'
  const isChoosing = phase.step === 'offer' || isSettingUp
  const isPaying = phase.step === 'paying'
  const isBusy = isSettingUp || isPaying || (phase.step === 'confirming' && !phase.problem)
  return (
    <Dialog title={<span dir="auto">Unlock {investor.name}</span>} isOpen onClose={onClose} canClose={!isBusy}>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <UnlockPrice investor={investor} />
        {isDone ? (
          <Latch isOpen className="h-12 shrink-0" />
        ) : (
          <StepMark steps={STEPS} step={isChoosing ? 'details' : 'payment'} />
        )}
      </div>
      {isChoosing && !isOffline && <PublicSourceNote investor={investor} className="mb-5" />}
      {isOffline && isChoosing ? (
        <div className="grid gap-5">
          <Notice title="You are offline">
            Paying needs a connection. Save <bdi>{investor.name}</bdi> now and unlock when you are back online.
          </Notice>
          {saveForLater}
        </div>
      ) : (
        isChoosing && (
          <DetailsStep
            typed={typed}
            errors={errors}
            onType={change}
            onErrors={setErrors}
            problem={phase.step === 'offer' ? phase.problem : undefined}
            isBusy={isSettingUp}
            payLabel="Continue to payment"
            messageHint="What would you like to discuss? Saved as your note on this contact."
            footnote={`${investor.vcType === 'platform' ? `${replyPromise(investor.replyDays)}. ` : ''}7-day money-back guarantee. No account needed.`}
            onSubmit={({ email }) => {
              // It fills in the sign-up that saves a guest’s contact to an account.
              if (!person.email) writeReceipt('email', email)
              void setUp(email)
            }}
            onBack={onBack}
          />
        )
      )}
      {(phase.step === 'pay' || phase.step === 'paying') && (
        <div className="grid gap-5">
          <PaymentForm payment={phase.payment} problem={phase.problem} isBusy={isPaying} onStart={start} onOutcome={settle} />
          <Button variant="quiet" disabled={isPaying} onClick={back} className="justify-self-start">
            Back
          </Button>
        </div>
      )}
      <UnlockEnding phase={phase} onClose={onClose} />
    </Dialog>
  )
}

/** `Noa Anvil, Anvil: …`: the request to this contact, or an empty string. */
function noteOf({ name, company, message }: Typed): string {
  if (message.trim() === '') return ''
  return `${[name, company]
    .map((word) => word.trim())
    .filter(Boolean)
    .join(', ')}: ${message.trim()}`
}
