import type { OwnListing } from '#shared/listings/contract.ts'
import { type Standing, standingOf } from '#shared/listings/status.ts'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'

const labels: Record<Exclude<Standing, 'live'>, string> = {
  'under-review': 'Under Review',
  rejected: 'Not Approved',
  revoked: 'Verification Revoked',
  paused: 'Paused',
}

export function StandingBadge({ listing }: { listing: OwnListing }) {
  const standing = standingOf(listing)
  if (standing === 'live') return <VerifiedBadge>Live on Platform</VerifiedBadge>
  const isOver = standing === 'rejected' || standing === 'revoked'
  return <Badge tone={isOver ? 'red' : 'plain'}>{labels[standing]}</Badge>
}
