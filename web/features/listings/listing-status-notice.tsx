import { Link } from '@tanstack/react-router'
import { REVIEW_TIME } from '#shared/admin/sla.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { listingStatusOf } from '#shared/listings/status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Result of the review, and the next step for the owner; nothing for a live listing. */
export function StandingNotice({ listing }: { listing: OwnListing }) {
  const status = listingStatusOf(listing)
  if (status === 'live') return null
  if (status === 'under-review') {
    return (
      <Notice title="Your profile is under review">
        {listing.reviewReason && <p>{listing.reviewReason}</p>}
        Approval takes {REVIEW_TIME}. You are notified by email. Founders don’t see it until then. You can keep editing.
      </Notice>
    )
  }
  if (status === 'paused') return <Notice>Founders don’t see this profile right now.</Notice>
  return (
    <Notice tone="red" title={status === 'rejected' ? 'This application was not approved' : 'Your verification was revoked'}>
      {listing.reviewReason && (
        <p className="whitespace-pre-line" dir="auto">
          {listing.reviewReason}
        </p>
      )}
      <p className="mt-1">Fix the points above and apply again.</p>
      <Link to="/vc-signup" className={buttonClass('outline', 'mt-3')}>
        Re-apply
      </Link>
    </Notice>
  )
}
