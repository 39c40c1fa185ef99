import { Landmark } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { balanceOf } from '#shared/earnings/balance.ts'
import { maskedLine } from '#shared/earnings/check-details.ts'
import { MINIMUM_PAYOUT } from '#shared/earnings/payout.ts'
import type { OwnPayoutDetails } from '#shared/earnings/payout-details.ts'
import { cents, formatCents } from '#shared/money.ts'
import { HttpProblem } from '#web/net/api.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatDate } from '#web/ui/dates.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { removePayoutDetails } from './api.ts'
import { PayoutDetailsForm } from './payout-details-form.tsx'
import { useEarnings } from './queries.ts'

type Props = { own: OwnPayoutDetails | undefined; onChange: (own: OwnPayoutDetails) => void; withProof: WithProof }

/** Where an investor is paid by bank transfer: the masked form, and the form to change it. Renders nothing where Stripe pays. */
export function PayoutDetails({ own, onChange, withProof }: Props) {
  const isOnline = useOnline()
  const entries = useEarnings()
  const [now] = useState(Date.now)
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // The form that had the focus is gone: the button that opened it gets it back.
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  // As high as the section that follows, so that the page does not move.
  if (!own) return isOnline ? <Skeleton className="mb-8 h-44 w-full sm:h-20" /> : null
  if (own.state === 'off') return null
  const { details, changedAt } = own
  const payable = entries ? balanceOf(entries, now).payable : cents(0)
  const isMissed = !details && payable >= MINIMUM_PAYOUT

  const remove = async () => {
    setBusy(true)
    try {
      const answer = await withProof(removePayoutDetails)
      if (answer) {
        onChange(answer)
        toast({ title: 'Payout details removed' })
      }
    } catch (error) {
      const description = error instanceof HttpProblem ? error.problem?.message : 'Nothing was changed. Reconnect and try again.'
      toast({ title: 'Couldn’t remove the details', ...(description && { description }), variant: 'destructive' })
    }
    setBusy(false)
    setRemoving(false)
  }

  return (
    <section
      aria-label="Your payout details"
      className={`mb-8 border-l-2 bg-sheet p-4 sm:px-6 ${details ? 'border-green' : 'border-brass'}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Landmark className={`size-6 shrink-0 ${details ? 'text-green' : 'text-brass'}`} strokeWidth={1.5} aria-hidden="true" />
        <div className="min-w-0 flex-1 basis-52">
          <h2 className="font-serif text-xl leading-6">
            {details
              ? `Payouts go to ${maskedLine(details)}`
              : isMissed
                ? `${formatCents(payable)} can’t be paid yet`
                : 'Where should we pay you?'}
          </h2>
          <p className="mt-0.5 text-sm text-soft">
            {details ? (
              <>
                <bdi>{details.holder}</bdi>
                {changedAt &&
                  `, saved ${formatDate(changedAt)}. If you did not enter this account, change it and reset your password.`}
              </>
            ) : isMissed ? (
              'Enter your bank account, and it is included in the next payout.'
            ) : (
              'We pay your earnings by bank transfer.'
            )}
          </p>
        </div>
        {!isEditing && (
          <div className="flex flex-wrap gap-2 max-sm:basis-full max-sm:pl-10">
            {details && (
              <Button variant="quiet" disabled={!isOnline} onClick={() => setRemoving(true)}>
                Remove
              </Button>
            )}
            <Button ref={opener} variant={isMissed ? 'ink' : 'outline'} disabled={!isOnline} onClick={() => setEditing(true)}>
              {details ? 'Change' : 'Enter payout details'}
            </Button>
          </div>
        )}
      </div>
      {isEditing && (
        <PayoutDetailsForm
          withProof={withProof}
          onSaved={(saved) => {
            onChange(saved)
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      )}
      {isRemoving && (
        <ConfirmDialog
          title="Remove your payout details?"
          stay="Keep them"
          onStay={() => setRemoving(false)}
          action="Remove"
          variant="danger"
          onAct={() => void remove()}
          isBusy={isBusy}
        >
          <p>Your earnings are kept, and are not paid out until you enter payout details again.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
