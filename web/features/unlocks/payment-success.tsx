import { useEffect } from 'react'
import type { Contact } from '#shared/contacts/contract.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { confirmGuestPayment, confirmPayment } from './api.ts'
import { ConfirmationFailed } from './confirmation-failed.tsx'
import { BookedCall, ConfirmedPayment } from './confirmed-payment.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** Long enough to see where one is being sent. */
const TO_LOGIN_MS = 500

type Props = {
  paymentIntentId: string
  /** Undefined while this device does not know yet. */
  isSignedIn: boolean | undefined
  contacts: readonly Contact[] | undefined
  /** This device holds a call whose contact is still to come. */
  hasCall?: boolean
}

/**
 * What a payment bought. A guest who holds a contact on this device sees it here too: they have paid,
 * and an account they never made cannot be asked of them. Any other visitor signs in first.
 */
export function PaymentSuccess({ paymentIntentId, isSignedIn, contacts, hasCall = false }: Props) {
  const isKnown = isSignedIn !== undefined && contacts !== undefined
  const mayConfirm = isSignedIn || (contacts?.length ?? 0) > 0
  const { state, again } = useConfirmation(
    () => (isSignedIn ? confirmPayment(paymentIntentId) : confirmGuestPayment(paymentIntentId, contacts ?? [])),
    isKnown && mayConfirm,
  )

  const isDue = state.kind === 'confirmed' && state.payment.isContactDue === true

  useEffect(() => {
    if (!isKnown || mayConfirm || hasCall) return
    const next = encodeURIComponent(window.location.pathname)
    const timer = setTimeout(() => window.location.assign(`/api/login?next=${next}`), TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [isKnown, mayConfirm, hasCall])

  useEffect(() => {
    if (state.kind === 'confirmed')
      toast({
        title: 'Payment Confirmed!',
        description: isDue ? 'Your call is booked.' : 'Your VC contact has been unlocked successfully.',
      })
  }, [state.kind, isDue])

  if (isKnown && !mayConfirm && hasCall) return <BookedCall name="your investor" />
  if (isKnown && !mayConfirm) return <p role="status">Please sign in to see this payment…</p>
  if (state.kind === 'asking') return <Confirming />
  if (state.kind === 'failed') return <ConfirmationFailed {...state} onAgain={again} />
  return <ConfirmedPayment payment={state.payment} contact={contacts?.find(({ id }) => id === state.payment.vc.id)} />
}

function Confirming() {
  return (
    <div role="status" className="grid justify-items-center gap-5 py-16">
      <span className="loading loading-spinner loading-lg text-soft" aria-hidden="true" />
      <p className="font-serif text-2xl">Confirming your payment…</p>
      <Skeleton className="h-4 w-56" />
    </div>
  )
}
