import { isPausedAt, pausedLabel } from '#shared/directory/paused.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { type ListingStatus, listingStatusOf } from '#shared/listings/status.ts'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'

const labels: Record<Exclude<ListingStatus, 'live'>, string> = {
  'under-review': 'Under Review',
  rejected: 'Not Approved',
  revoked: 'Verification Revoked',
  paused: 'Paused',
}

export function StandingBadge({ listing }: { listing: OwnListing }) {
  const status = listingStatusOf(listing)
  if (status === 'live' && isPausedAt(listing.pausedUntil, Date.now())) return <Badge>{pausedLabel(listing.pausedUntil)}</Badge>
  if (status === 'live') return <VerifiedBadge>Live on Platform</VerifiedBadge>
  const isOver = status === 'rejected' || status === 'revoked'
  return <Badge tone={isOver ? 'red' : 'plain'}>{labels[status]}</Badge>
}
