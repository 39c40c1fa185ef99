import { Link } from '@tanstack/react-router'
import { REVIEW_TIME } from '#shared/admin/sla.ts'
import { lacksCallLink } from '#shared/bookings/call-link.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { listingStatusOf } from '#shared/listings/status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Result of the review, and the next step for the owner; of a live listing, what its calls lack. */
export function StandingNotice({ listing }: { listing: OwnListing }) {
  const status = listingStatusOf(listing)
  if (status === 'live') return lacksCallLink(listing) ? <NoCallLink id={listing.id} /> : null
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
      <p className="mt-1">
        {listing.reviewReason ? 'Fix the points above and apply again.' : 'You can edit your application and apply again.'}
      </p>
      <Link to="/vc-signup" className={buttonClass('outline', 'mt-3')}>
        Apply again
      </Link>
    </Notice>
  )
}

const NoCallLink = ({ id }: { id: OwnListing['id'] }) => (
  <Notice title="Add a video link for your calls">
    <p>
      Founders can book you, and your meeting link is a scheduling page: a booked call has no room yet, such as Zoom or Google
      Meet.
    </p>
    <Link to="/edit-listing/$id" params={{ id }} className={buttonClass('outline', 'mt-3')}>
      Add a video link
    </Link>
  </Notice>
)
