import { lazy, type ReactNode, Suspense, useState } from 'react'
import { fullName } from '#shared/accounts/full-name.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useContact, useSavedIds } from '#web/features/contacts/queries.ts'
import { SaveButton } from '#web/features/contacts/save-star.tsx'
import { keepAnswer } from '#web/features/newsletter/early-access-flag.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { useOnline } from '#web/ui/use-online.ts'

// A visitor who only browses never loads the payment code.
const UnlockDialog = lazy(() => import('#web/features/unlocks/unlock-dialog.tsx'))
const ContactDialog = lazy(() => import('./contact-dialog.tsx'))
const OwnGuard = lazy(() => import('./own-guard.tsx'))
const BookingDialog = lazy(() => import('#web/features/bookings/booking/booking-dialog.tsx'))

type Selection = { investor: Investor; what: 'unlock' | 'booking' | 'contact instead' }

type PurchaseDialog = {
  /** The contact alone, in one step. */
  unlock: (investor: Investor) => void
  /** A call, which includes the contact; without a calendar the contact, starting with the details. */
  book: (investor: Investor) => void
  dialog: ReactNode
  /** Payment intent of the unlock that was paid on this page, for the link to its confirmation. */
  paymentIntentId: string | undefined
}

/** The purchase dialog of a page, for calls and contacts: one at a time, for the selected investor. */
export function useUnlockDialog(): PurchaseDialog {
  const [selected, select] = useState<Selection>()
  const [paymentIntentId, setPaymentIntentId] = useState<string>()
  const selectFor = (what: Selection['what']) => (investor: Investor) => {
    // A user who is about to pay is not shown the newsletter dialog over the contact that was just bought.
    keepAnswer('seen')
    select({ investor, what })
  }
  const [unlock, book] = [selectFor('unlock'), selectFor('booking')]
  const dialog = selected && (
    <Suspense>
      <GuardedDialog
        {...selected}
        onClose={() => select(undefined)}
        onPaid={setPaymentIntentId}
        onUnlockInstead={() => selectFor('contact instead')(selected.investor)}
        onBook={() => selectFor('booking')(selected.investor)}
      />
    </Suspense>
  )
  return { unlock, book, dialog, paymentIntentId }
}

type Props = Selection & {
  onClose: () => void
  onPaid: (paymentIntentId: string) => void
  onUnlockInstead: () => void
  onBook: () => void
}

/** Only an approved investor can come across their own listing. */
function GuardedDialog(props: Props) {
  const user = useUser()
  const dialog = <OpenDialog {...props} />
  if (!user?.isApprovedInvestor) return dialog
  return (
    <OwnGuard id={props.investor.id} onClose={props.onClose}>
      {dialog}
    </OwnGuard>
  )
}

function OpenDialog({ investor, what, onClose, onPaid, onUnlockInstead, onBook }: Props) {
  const contact = useContact(investor.id)
  const saved = useSavedIds()
  const user = useUser()
  // The sync detects an outage by trying; the device often knows earlier.
  const isOnline = useOnline()
  const isOffline = useIsOffline() || !isOnline
  // The user must be known before a form is prefilled.
  if (user === undefined) return null
  const shared = {
    investor,
    onClose,
    isOffline,
    syncNow: requestSync,
    saveForLater: <SaveButton id={investor.id} name={investor.name} isSaved={saved?.includes(investor.id) ?? false} />,
  }
  const bought = { onPaid, isUnlocked: Boolean(contact) }
  if (what === 'unlock') return <UnlockDialog {...shared} {...bought} email={user?.email} />
  const name = fullName(user) ?? ''
  const person = { name, email: user?.email ?? '' }
  if (what === 'booking' && investor.hasMeetingLink)
    return <BookingDialog {...shared} person={person} onUnlockInstead={onUnlockInstead} />
  const onBack = what === 'contact instead' ? onBook : undefined
  return <ContactDialog {...shared} {...bought} person={person} onBack={onBack} />
}
