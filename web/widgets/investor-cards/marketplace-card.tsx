import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import type { Contact } from '#shared/contacts/contract.ts'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import { SaveStar } from '#web/features/contacts/save-star.tsx'
import { isForSale } from '#web/features/directory/investor/labels.ts'
import { MarketCard } from '#web/features/directory/marketplace/market-card.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'

type Props = {
  investor: Investor
  stats: InvestorStats | undefined
  contact: Contact | undefined
  isSaved: boolean
  onUnlock: (investor: Investor) => void
  /** The same element at each rendering: the card is memoized. */
  marks?: ReactNode
}

/**
 * A card of the marketplace with the state of its contact on this device. Memoized: scrolling renders the list again, not its
 * cards.
 */
export const OwnMarketCard = memo(function OwnMarketCard({ investor, stats, contact, isSaved, onUnlock, marks }: Props) {
  const { id, name } = investor
  return (
    <MarketCard
      investor={investor}
      stats={stats}
      marks={marks}
      isUnlocked={contact !== undefined}
      star={<SaveStar id={id} name={name} isSaved={isSaved} />}
      action={<Action investor={investor} contact={contact} onUnlock={onUnlock} />}
    />
  )
})

function Action({ investor, contact, onUnlock }: Pick<Props, 'investor' | 'contact' | 'onUnlock'>) {
  const { id, name, isVerified, hasMeetingLink } = investor
  if (contact)
    return (
      <Link to="/contacts/$id" params={{ id }} className={buttonClass('outline', 'px-4')}>
        Open contact
      </Link>
    )
  if (isForSale(investor))
    return (
      // The price is next to the button: of the contact, and of a call where it differs.
      <Button
        variant="brass"
        className="px-4"
        onClick={() => onUnlock(investor)}
        aria-label={hasMeetingLink ? `Book Call with ${name}` : `Unlock ${name}`}
      >
        {hasMeetingLink ? 'Book Call' : 'Unlock'}
      </Button>
    )
  return (
    <Link to="/vc/$id" params={{ id }} className={buttonClass('outline', 'px-4')}>
      {isVerified ? 'View Profile' : 'Request Introduction'}
    </Link>
  )
}
