import { fullName } from '#shared/accounts/full-name.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useContact, useSavedIds } from '#web/features/contacts/queries.ts'
import { SaveButton } from '#web/features/contacts/save-star.tsx'
import { PublicSourceNote } from '#web/features/unlocks/public-source-note.tsx'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { closeUnloaded, lazyPart } from '#web/ui/lazy-part.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { EditOwn, useIsOwnListing } from './own-card.tsx'

const UnlockDialog = lazyPart(() => loadChunk(() => import('#web/features/unlocks/unlock-dialog.tsx')), closeUnloaded)
const ContactDialog = lazyPart(() => loadChunk(() => import('./contact-dialog.tsx')), closeUnloaded)
const BookingDialog = lazyPart(() => loadChunk(() => import('#web/features/bookings/booking/booking-dialog.tsx')), closeUnloaded)

export type Selection = { investor: Investor; what: 'unlock' | 'booking' | 'contact instead' }

type Props = Selection & {
  onClose: () => void
  onPaid: (paymentIntentId: string) => void
  onUnlockInstead: () => void
  onBook: () => void
}

/** The dialog of one purchase; for the investor, what the page says in place of a purchase. */
export default function PurchaseDialog({ investor, what, onClose, onPaid, onUnlockInstead, onBook }: Props) {
  const contact = useContact(investor.id)
  const isOwn = useIsOwnListing(investor.id)
  const saved = useSavedIds()
  const user = useUser()
  // The sync detects an outage by trying; the device often knows earlier.
  const isOnline = useOnline()
  const isOffline = useIsOffline() || !isOnline
  // The user must be known before a form is prefilled.
  if (user === undefined || isOwn === undefined) return null
  if (isOwn)
    return (
      <Dialog title="This is how founders see you." isOpen onClose={onClose}>
        <EditOwn id={investor.id} />
      </Dialog>
    )
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
    return (
      <BookingDialog
        {...shared}
        person={person}
        onUnlockInstead={onUnlockInstead}
        note={<PublicSourceNote investor={investor} />}
      />
    )
  const onBack = what === 'contact instead' ? onBook : undefined
  return <ContactDialog {...shared} {...bought} person={person} onBack={onBack} />
}
