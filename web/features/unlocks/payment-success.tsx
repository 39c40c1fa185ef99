import { type ReactNode, useEffect } from 'react'
import type { Contact } from '#shared/contacts/contract.ts'
import { currentPrivateDb } from '#web/db/tab/databases.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { type ConfirmOther, confirmPurchase } from './confirm-purchase.ts'
import { ConfirmationFailed } from './confirmation-failed.tsx'
import { BookedCall, ConfirmedPayment } from './confirmed-payment.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** Long enough to read where the redirect leads. */
const TO_LOGIN_MS = 500

type Props = {
  paymentIntentId: string
  /** `undefined` until it is known on this device. */
  isSignedIn: boolean | undefined
  contacts: readonly Contact[] | undefined
  confirmOther: ConfirmOther
  renderDetails: (contact: Contact) => ReactNode
  /** Below a booked call. */
  afterCall?: ReactNode
}

/**
 * Result of a payment. A guest who paid sees it here too, because a guest has no account to sign in to. Any other visitor signs
 * in first. A purchase that is neither a contact nor a call has a page of its own, which replaces this one.
 */
export function PaymentSuccess({ paymentIntentId, isSignedIn, contacts, confirmOther, renderDetails, afterCall }: Props) {
  const isKnown = isSignedIn !== undefined && contacts !== undefined
  const { state, again } = useConfirmation(
    () =>
      confirmPurchase(paymentIntentId, {
        isSignedIn: isSignedIn === true,
        holdsContacts: (contacts?.length ?? 0) > 0,
        confirmOther,
      }),
    isKnown,
  )
  const bought = state.kind === 'confirmed' ? state.bought : undefined
  const isStranger = bought?.kind === 'stranger'
  const isCall = bought?.kind === 'call' || (bought?.kind === 'contact' && bought.payment.isContactDue === true)

  useEffect(() => {
    if (!isStranger) return
    const next = encodeURIComponent(window.location.pathname)
    const timer = setTimeout(() => window.location.assign(`/api/login?next=${next}`), TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [isStranger])

  const isShownHere = isCall || bought?.kind === 'contact'
  useEffect(() => {
    if (!isShownHere) return
    const description = isCall ? 'Your call is booked.' : 'Your VC contact has been unlocked successfully.'
    void isFirstVisit(paymentIntentId).then((isFirst) => {
      if (isFirst) toast({ title: 'Payment Confirmed!', description })
    })
  }, [isShownHere, isCall, paymentIntentId])

  if (isStranger) return <p role="status">Please sign in to see this payment…</p>
  if (state.kind === 'failed') return <ConfirmationFailed {...state} onAgain={again} />
  if (bought?.kind === 'call') return <BookedCall name={bought.name}>{afterCall}</BookedCall>
  if (bought?.kind !== 'contact') return <Confirming />
  const contact = contacts?.find(({ id }) => id === bought.payment.vc.id)
  const details = contact && renderDetails(contact)
  return <ConfirmedPayment payment={bought.payment} contact={contact} details={details} afterCall={afterCall} />
}

const MAX_VISITED = 50

/** Whether this device shows the payment for the first time. A reload, or the link in the receipt, is not announced again. */
async function isFirstVisit(paymentIntentId: string): Promise<boolean> {
  const db = currentPrivateDb()
  if (!db) return true
  try {
    return await db.transaction('rw', db.meta, async () => {
      const visited = (await db.getMeta('visitedPayments')) ?? []
      if (visited.includes(paymentIntentId)) return false
      await db.meta.put({ key: 'visitedPayments', value: [paymentIntentId, ...visited].slice(0, MAX_VISITED) })
      return true
    })
  } catch {
    return true
  }
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
