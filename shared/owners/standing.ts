import type { OwnListing } from './contract.ts'

/** What becomes of a listing, in one word for its owner. */
export type Standing = 'live' | 'under-review' | 'rejected' | 'revoked' | 'paused'

export function standingOf({
  isVerified,
  isActive,
  reviewStatus,
}: Pick<OwnListing, 'isVerified' | 'isActive' | 'reviewStatus'>): Standing {
  if (isVerified) return isActive ? 'live' : 'paused'
  if (reviewStatus === 'rejected' || reviewStatus === 'revoked') return reviewStatus
  return 'under-review'
}
