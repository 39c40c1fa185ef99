import { lazy, type ReactNode, Suspense, useState } from 'react'
import { fullName } from '#shared/accounts/full-name.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useContact, useSavedIds } from '#web/features/contacts/queries.ts'
import { SaveButton } from '#web/features/contacts/save-star.tsx'
import { keepAnswer } from '#web/features/newsletter/early-access-flag.ts'
import { requestSync } from '#web/sync/engine/enqueue.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { useOnline } from '#web/ui/use-online.ts'

// A visitor who only browses never loads what a payment needs.
const UnlockDialog = lazy(() => import('#web/features/unlocks/unlock-dialog.tsx'))
const ContactDialog = lazy(() => import('./contact-dialog.tsx'))
const BookingDialog = lazy(() => import('#web/features/bookings/booking/booking-dialog.tsx'))

type Wanted = { investor: Investor; what: 'unlock' | 'booking' | 'contact instead' }

type Buying = {
  /** The contact alone, in one step. */
  unlock: (investor: Investor) => void
  /** A call, which brings the contact along; without a calendar the contact, from the details on. */
  book: (investor: Investor) => void
  dialog: ReactNode
  /** The unlock paid on this page, for the way to its confirmation. */
  paymentIntentId: string | undefined
}

/** The dialog of a page in which an investor's time or contact is bought: one at a time, for whichever investor was pressed. */
export function useUnlockDialog(): Buying {
  const [wanted, setWanted] = useState<Wanted>()
  const [paymentIntentId, setPaymentIntentId] = useState<string>()
  const want = (what: Wanted['what']) => (investor: Investor) => {
    // Somebody who means to pay is not asked for a newsletter over the contact they have just bought.
    keepAnswer('seen')
    setWanted({ investor, what })
  }
  const [unlock, book] = [want('unlock'), want('booking')]
  const dialog = wanted && (
    <Suspense>
      <OpenDialog
        {...wanted}
        onClose={() => setWanted(undefined)}
        onPaid={setPaymentIntentId}
        onUnlockInstead={() => want('contact instead')(wanted.investor)}
        onBook={() => want('booking')(wanted.investor)}
      />
    </Suspense>
  )
  return { unlock, book, dialog, paymentIntentId }
}

type Props = Wanted & {
  onClose: () => void
  onPaid: (paymentIntentId: string) => void
  onUnlockInstead: () => void
  onBook: () => void
}

function OpenDialog({ investor, what, onClose, onPaid, onUnlockInstead, onBook }: Props) {
  const contact = useContact(investor.id)
  const saved = useSavedIds()
  const user = useUser()
  // The sync finds out by trying, the device often knows before.
  const isOnline = useOnline()
  const isOffline = useIsOffline() || !isOnline
  // Who somebody is has to be known before a form is filled in for them.
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
