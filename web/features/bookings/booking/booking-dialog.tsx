import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Slot } from '#shared/bookings/contract.ts'
import { clockIn } from '#shared/bookings/format-time.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { formatCents } from '#shared/money.ts'
import { quote } from '#shared/unlocks/quote.ts'
import { AddToCalendar } from '#web/features/bookings/add-to-calendar.tsx'
import { BothTimes } from '#web/features/bookings/both-times.tsx'
import { termsOf } from '#web/features/bookings/calls/call-labels.ts'
import { useCalls } from '#web/features/bookings/queries.ts'
import { SwitchedOffNotice } from '#web/forms/switched-off-notice.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Confirming } from '#web/payments/confirming.tsx'
import { PaymentForm } from '#web/payments/payment-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { DetailsStep, type Errors, MISSING } from './details-step.tsx'
import { SlotsStep } from './slots-step.tsx'
import { BOOKED_MS, StepMark } from './step-indicator.tsx'
import { useAvailability } from './use-availability.ts'
import { useBooking } from './use-booking.ts'

type Props = {
  investor: Investor
  onClose: () => void
  isOffline: boolean
  /** Known data of the user, as initial values. */
  person: { name: string; email: string }
  syncNow: () => void
  /** Buys the contact without a call. */
  onUnlockInstead: () => void
  /** Offered instead of booking while there is no connection. */
  saveForLater: ReactNode
  /** Above the choice of a time: where the profile is from. */
  note: ReactNode
}

/**
 * Dialog from the choice of a slot to the payment. Mounted while it is open: closing it discards the payment's secret. The
 * details and the message are a draft until the call is booked.
 */
export default function BookingDialog({
  investor,
  onClose,
  isOffline,
  person,
  syncNow,
  onUnlockInstead,
  saveForLater,
  note,
}: Props) {
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { availability, lookAgain } = useAvailability(investor, isOffline)
  const [step, setStep] = useState<'slots' | 'details'>('slots')
  const [slot, setSlot] = useState<Slot>()
  const { values: typed, change, clear } = useDraft(`booking:${investor.id}`, { ...person, company: '', message: '' })
  const { change: writeReceipt } = useDraft('receipt-email', { email: '' })
  const [errors, setErrors] = useState<Errors>({})
  const onHourGone = () => {
    setSlot(undefined)
    setStep('slots')
    lookAgain()
  }
  const { phase, book, start, settle, back } = useBooking({ investor, slotStart: slot?.start, onHourGone, syncNow })
  const isDone = phase.step === 'done'

  useEffect(() => {
    if (!isDone) return
    void clear()
    const timer = setTimeout(onClose, BOOKED_MS)
    return () => clearTimeout(timer)
  }, [isDone, onClose])

  const theirZone = availability?.timeZone ?? 'UTC'
  const isBusy = phase.step === 'setting-up' || phase.step === 'paying' || (phase.step === 'confirming' && !phase.problem)
  const problem = phase.step === 'offer' ? phase.problem : undefined
  const isChoosing = phase.step === 'offer' || phase.step === 'setting-up'
  const shown = isDone ? 'success' : isChoosing ? step : 'payment'

  const proceed = () => {
    if (!slot) return toast({ ...MISSING, description: 'Please select a time slot.' })
    back()
    setStep('details')
  }

  return (
    <Dialog
      title={<span dir="auto">{isDone ? 'Meeting Booked Successfully!' : `Book a call with ${investor.name}`}</span>}
      isOpen
      onClose={onClose}
      canClose={!isBusy}
    >
      {!isDone && (
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <CallPrice investor={investor} />
          <StepMark step={shown} />
        </div>
      )}
      {isChoosing && (
        <>
          <SwitchedOffNotice feature="bookings" className="mb-5" />
          {!person.email && <SwitchedOffNotice feature="guest-checkout" className="mb-5" />}
        </>
      )}
      {isOffline && isChoosing ? (
        <div className="grid gap-5">
          <Notice title={<OfflineTitle />}>
            Availability and payments need a connection. Save <bdi>{investor.name}</bdi> now and book when you are back online.
          </Notice>
          {saveForLater}
        </div>
      ) : (
        <>
          {shown === 'slots' && <div className="mb-5 empty:hidden">{note}</div>}
          {shown === 'slots' && (
            <SlotsStep
              name={investor.name}
              availability={availability}
              ownZone={ownZone}
              slot={slot}
              problem={problem}
              onChoose={setSlot}
              onContinue={proceed}
              onUnlockInstead={onUnlockInstead}
            />
          )}
          {shown !== 'slots' && slot && !isDone && (
            <div className="mb-5">
              <BothTimes slot={slot} ownZone={ownZone} theirZone={theirZone} />
            </div>
          )}
          {shown === 'details' && (
            <DetailsStep
              typed={typed}
              errors={errors}
              onType={change}
              onErrors={setErrors}
              problem={problem}
              isBusy={phase.step === 'setting-up'}
              payLabel="Continue to payment"
              messageHint="What would you like to discuss?"
              footnote="We hold this time for 15 minutes while you pay."
              onSubmit={(details) => {
                if (!slot) return
                // It fills in the sign-up that saves a guest’s call to an account.
                if (!person.email) writeReceipt('email', details.email)
                void book({ investor, slot, details: { ...details, timeZone: ownZone } })
              }}
              onBack={() => setStep('slots')}
            />
          )}
          {(phase.step === 'pay' || phase.step === 'paying') && (
            <div className="grid gap-5">
              {slot && <p className="text-sm text-soft">{termsOf(slot.start, Date.now(), ownZone)}</p>}
              <PaymentForm
                payment={phase.payment}
                problem={phase.problem}
                isBusy={phase.step === 'paying'}
                onStart={start}
                onOutcome={settle}
              />
              <div className="flex flex-wrap items-center justify-between gap-3">
                <Button variant="quiet" disabled={phase.step === 'paying'} onClick={back}>
                  Back
                </Button>
                {phase.payment.heldUntil && (
                  <p className="text-sm text-soft">Held until {clockAt(phase.payment.heldUntil, ownZone)}.</p>
                )}
              </div>
            </div>
          )}
        </>
      )}
      {phase.step === 'confirming' && <Confirming problem={phase.problem} onClose={onClose} />}
      {isDone && slot && (
        <div role="status" className="grid gap-5">
          <BothTimes slot={slot} ownZone={ownZone} theirZone={theirZone} />
          <p className="text-soft">
            We emailed the invitation. The contact of <bdi>{investor.name}</bdi> and the meeting link appear under Calls when free
            cancellation ends, or sooner if you choose.
          </p>
          <BookedCalendar vcId={investor.id} start={slot.start} />
        </div>
      )}
    </Dialog>
  )
}

/** The page behind and the list of calls offer the same file once this dialog has closed. */
function BookedCalendar({ vcId, start }: { vcId: Investor['id']; start: string }) {
  const call = useCalls()?.find((one) => one.role === 'founder' && one.vcId === vcId && one.start === start)
  return call ? <AddToCalendar call={call} /> : null
}

const clockAt = (at: string, zone: string) => clockIn(zone, { start: at, end: at }).split(' to ')[0]

function OfflineTitle() {
  return (
    <span className="inline-flex items-center gap-2">
      <CloudOff className="size-4" aria-hidden="true" /> You are offline
    </span>
  )
}

/** Price of a call: the investor's price, or fifty dollars where the investor named none. */
function CallPrice({ investor: { vcType, price } }: { investor: Investor }) {
  const { amount, asked, isMinimum } = quote({ kind: 'meeting', vcType, price })
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-serif text-5xl text-brass tabular-nums">{formatCents(isMinimum ? asked : amount)}</span>
      <span className="text-sm text-soft">
        {isMinimum ? '(Charged $0.50 - card provider minimum)' : '30 minutes, contact included'}
      </span>
    </p>
  )
}
