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

/** What a listing was about was removed at the wish of its person, and nothing of it is left but that it was there. */
export const isEmptied = ({ isVerified, isActive }: Pick<OwnListing, 'isVerified' | 'isActive'>): boolean =>
  !isVerified && !isActive
