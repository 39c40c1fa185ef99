import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import type { Contact } from '#shared/contacts/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { SaveStar } from '#web/features/contacts/save-star.tsx'
import { UnlockedLines } from '#web/features/contacts/unlocked-lines.tsx'
import { InvestorCard } from '#web/features/directory/browse/investor-card.tsx'
import { isForSale, type Surface } from '#web/features/directory/investor/labels.ts'
import { LimitNote } from '#web/features/directory/investor/limit-note.tsx'
import { LockedArea, PriceArea } from '#web/features/directory/investor/locked-area.tsx'
import { buttonClass } from '#web/ui/button.tsx'

type Props = {
  investor: Investor
  contact: Contact | undefined
  isSaved: boolean
  onUnlock: (investor: Investor) => void
  surface?: Surface
}

/**
 * A card of the directory with the state of its contact on this device: unlocked, locked, or not for sale. Memoized, because
 * every frame of scrolling renders the list again, and its cards need no update.
 */
export const DirectoryCard = memo(function DirectoryCard({ investor, contact, isSaved, onUnlock, surface }: Props) {
  const { id, name } = investor
  return (
    <InvestorCard
      investor={investor}
      surface={surface}
      star={<SaveStar id={id} name={name} isSaved={isSaved} />}
      contact={<ContactArea investor={investor} contact={contact} onUnlock={onUnlock} />}
    />
  )
})

function ContactArea({ investor, contact, onUnlock }: Omit<Props, 'isSaved' | 'surface'>) {
  const limit = <LimitNote investor={investor} />
  const bookNow = <PageLink id={investor.id}>Book Now</PageLink>
  if (contact) return <UnlockedLines contact={contact} action={bookNow} />
  if (isForSale(investor))
    return <LockedArea investor={investor} limit={limit} action={bookNow} onUnlock={() => onUnlock(investor)} />
  // An unverified investor cannot be booked: the page offers an introduction, and so the button does.
  const action = investor.isVerified ? bookNow : <PageLink id={investor.id}>Request Introduction</PageLink>
  return <PriceArea investor={investor} limit={limit} action={action} />
}

function PageLink({ id, children }: { id: Investor['id']; children: ReactNode }) {
  return (
    <Link to="/vc/$id" params={{ id }} className={buttonClass('outline', 'flex-1 px-3')}>
      {children}
    </Link>
  )
}
