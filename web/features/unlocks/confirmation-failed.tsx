import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Confirmation, Failure } from './use-confirmation.ts'

type Props = Omit<Extract<Confirmation, { kind: 'failed' }>, 'kind'> & { onAgain: () => void }

const titles = {
  processing: 'Still being processed',
  unpaid: 'Payment Failed',
  returned: 'Refunded',
  disputed: 'In dispute',
  undelivered: 'Refund in progress',
  mismatch: 'Unlock Confirmation Failed',
  unknown: 'Payment not found',
  unreachable: 'Not confirmed yet',
} as const

const explanations = {
  processing: 'Your bank is still processing the payment. Your purchase appears automatically once it is complete.',
  unpaid: 'You were not charged. Try again with the same or another card.',
  returned: 'The payment was refunded to your card, and the purchase is no longer available.',
  disputed: 'Your purchase returns if your bank upholds the payment.',
  undelivered: 'You don’t need to do anything. The full amount is refunded to your card.',
  mismatch: 'Don’t pay again. Your order is saved and our team is reviewing it.',
  unknown: 'This payment doesn’t exist or was made from another account or device.',
  unreachable: 'If you paid, your purchase appears automatically.',
} as const

/** Reasons for which a retry may have another result. */
const RETRYABLE: Failure[] = ['processing', 'unreachable', 'disputed']

/** A payment that is not confirmed, with a text for each reason. */
export function ConfirmationFailed({ reason, message, onAgain }: Props) {
  return (
    <EmptyState
      title={<h1 className="text-4xl">{titles[reason]}</h1>}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {RETRYABLE.includes(reason) && <Button onClick={onAgain}>Check again</Button>}
          {reason === 'mismatch' && (
            <Link to={'/support' as string} className={buttonClass()}>
              Contact Support
            </Link>
          )}
          {(reason === 'unpaid' || reason === 'returned' || reason === 'undelivered') && (
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
