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
  undelivered: 'Your money goes back',
  mismatch: 'Unlock Confirmation Failed',
  unknown: 'No such payment',
  unreachable: 'Not confirmed yet',
} as const

const explanations = {
  processing:
    'Your bank is taking its time. Nothing is lost: what you bought appears by itself as soon as the payment is through.',
  unpaid: 'No money was taken. You can try again with the same or another card.',
  returned: 'The money went back to the card it came from, and what it bought left your devices with it.',
  disputed: 'What it bought is back as soon as your bank decides that the payment stands.',
  undelivered: 'You need not do anything: the full amount returns to the card it came from.',
  mismatch: 'You need not pay again. Your order is kept, and a person is looking at it.',
  unknown: 'This payment is unknown, or was made from another account or device.',
  unreachable: 'If you have paid, the payment stands, and what you bought appears by itself.',
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
          {RETRYABLE.includes(reason) && <Button onClick={onAgain}>Ask again</Button>}
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
