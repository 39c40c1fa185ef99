import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Confirmation } from './use-confirmation.ts'

type Props = Omit<Extract<Confirmation, { kind: 'failed' }>, 'kind'> & { onAgain: () => void }

const titles = {
  processing: 'Still being processed',
  unpaid: 'Payment Failed',
  unknown: 'No such payment',
  unreachable: 'Not confirmed yet',
} as const

const explanations = {
  processing:
    'Your bank is taking its time. Nothing is lost: the contact appears among your contacts as soon as the payment is through.',
  unpaid: 'No money was taken. You can try again with the same or another card.',
  unknown: 'This payment is unknown, or was made from another account or device.',
  unreachable: 'If you have paid, the payment stands, and the contact appears among your contacts by itself.',
} as const

/** A payment that is not confirmed, each case in its own words. */
export function ConfirmationFailed({ reason, message, onAgain }: Props) {
  return (
    <EmptyState
      title={<h1 className="text-4xl">{titles[reason]}</h1>}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {(reason === 'processing' || reason === 'unreachable') && <Button onClick={onAgain}>Ask again</Button>}
          {reason === 'unpaid' && (
            <Link to="/vcs" className={buttonClass()}>
              Browse investors
            </Link>
          )}
          <Link to="/contacts" className={buttonClass('outline')}>
            Your contacts
          </Link>
        </div>
      }
    >
      <p className="text-ink">{message}</p>
      <p className="mt-2">{explanations[reason]}</p>
    </EmptyState>
  )
}
