import { Link } from '@tanstack/react-router'
import type { OwnListing } from '#shared/listings/contract.ts'
import { standingOf } from '#shared/listings/status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Result of the review, and the next step for the owner; nothing for a live listing. */
export function StandingNotice({ listing }: { listing: OwnListing }) {
  const status = standingOf(listing)
  if (status === 'live') return null
  if (status === 'under-review') {
    return (
      <Notice title="Your profile is with our team">
        {listing.reviewReason && <p>{listing.reviewReason}</p>}
        Approval takes 1-2 business days, and you are told by e-mail. Until then founders do not see it; you may go on writing.
      </Notice>
    )
  }
  if (status === 'paused') return <Notice>This profile is not shown to founders at the moment.</Notice>
  return (
    <Notice tone="red" title={status === 'rejected' ? 'This application was not approved' : 'Your verification was revoked'}>
      {listing.reviewReason && (
        <p className="whitespace-pre-line" dir="auto">
          {listing.reviewReason}
        </p>
      )}
      <p className="mt-1">Mend what is missing, and apply again.</p>
      <Link to="/vc-signup" className={buttonClass('outline', 'mt-3')}>
        Re-apply
      </Link>
    </Notice>
  )
}
