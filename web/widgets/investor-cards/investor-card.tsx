import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import type { Contact } from '#shared/contacts/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { SaveStar } from '#web/features/contacts/save-star.tsx'
import { UnlockedLines } from '#web/features/contacts/unlocked-lines.tsx'
import { InvestorCard } from '#web/features/directory/browse/investor-card.tsx'
import { isBookable, isForSale, type Surface } from '#web/features/directory/investor/labels.ts'
import { LimitNote } from '#web/features/directory/investor/limit-note.tsx'
import { LockedArea, PriceArea } from '#web/features/directory/investor/locked-area.tsx'
import { buttonClass } from '#web/ui/button.tsx'

type Props = {
  investor: Investor
  contact: Contact | undefined
  isSaved: boolean
  onUnlock: (investor: Investor) => void
  /** The same element at each rendering: the card is memoized. */
  marks?: ReactNode
  surface?: Surface
}

/**
 * A card of the directory with the state of its contact on this device: unlocked, locked, or not for sale. Memoized, because
 * every frame of scrolling renders the list again, and its cards need no update.
 */
export const DirectoryCard = memo(function DirectoryCard({ investor, contact, isSaved, onUnlock, marks, surface }: Props) {
  const { id, name } = investor
  return (
    <InvestorCard
      investor={investor}
      surface={surface}
      marks={marks}
      star={<SaveStar id={id} name={name} isSaved={isSaved} />}
      contact={<ContactArea investor={investor} contact={contact} onUnlock={onUnlock} />}
    />
  )
})

function ContactArea({ investor, contact, onUnlock }: Omit<Props, 'isSaved' | 'marks' | 'surface'>) {
  const limit = <LimitNote investor={investor} />
  const pageLink = <PageLink investor={investor} isUnlocked={contact !== undefined} />
  if (contact) return <UnlockedLines contact={contact} action={pageLink} />
  if (isForSale(investor))
    return <LockedArea investor={investor} limit={limit} action={pageLink} onUnlock={() => onUnlock(investor)} />
  return <PriceArea investor={investor} limit={limit} action={pageLink} />
}

/** The link to the page, named after what the page offers: a booking opens there by itself. */
function PageLink({ investor, isUnlocked }: { investor: Investor; isUnlocked: boolean }) {
  const isBooking = !isUnlocked && isBookable(investor)
  return (
    <Link
      to="/vc/$id"
      params={{ id: investor.id }}
      state={isBooking ? { isBooking } : undefined}
      className={buttonClass('outline', 'flex-1 px-3')}
    >
      {isBooking ? 'Book Now' : investor.isVerified || isUnlocked ? 'View Profile' : 'Request Introduction'}
    </Link>
  )
}
