import { createFileRoute, Link, Navigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { useCleanAddress } from '#web/payments/use-clean-address.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stripe also sends the client secret. It is not read, and is removed from the address before anything else is loaded. */
const Returned = v.object({ payment_intent: v.fallback(v.optional(v.string()), undefined) })

export const Route = createFileRoute('/payment-success/')({
  validateSearch: Returned,
  component: ReturnFromStripe,
})

function ReturnFromStripe() {
  const { payment_intent: paymentIntentId } = Route.useSearch()
  // The whole address is replaced, including the secret. Removing the query as well would run first and lose the payment.
  if (paymentIntentId) return <Navigate to="/payment-success/$paymentIntentId" params={{ paymentIntentId }} replace />
  return <NoPayment />
}

function NoPayment() {
  useCleanAddress()
  return (
    <div className="frame py-16">
      <EmptyState
        title={<h1 className="text-4xl">No payment to confirm</h1>}
        action={
          <Link to="/contacts" className={buttonClass('outline')}>
            Your contacts
          </Link>
        }
      >
        <p>No payment found for this link. Your unlocked contacts are under Contacts.</p>
      </EmptyState>
    </div>
  )
}
