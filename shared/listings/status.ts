import type { OwnListing } from './contract.ts'

/** The status of a listing, as shown to its owner. */
export type ListingStatus = 'live' | 'under-review' | 'rejected' | 'revoked' | 'paused'

export function listingStatusOf({
  isVerified,
  isActive,
  reviewStatus,
}: Pick<OwnListing, 'isVerified' | 'isActive' | 'reviewStatus'>): ListingStatus {
  if (isVerified) return isActive ? 'live' : 'paused'
  if (reviewStatus === 'rejected' || reviewStatus === 'revoked') return reviewStatus
  return 'under-review'
}

/** The person of the listing requested its removal: its content was deleted, and only the empty row remains. */
export const isEmptied = ({ isVerified, isActive }: Pick<OwnListing, 'isVerified' | 'isActive'>): boolean =>
  !isVerified && !isActive
