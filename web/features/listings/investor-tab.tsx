import { Link } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { REVIEW_TIME } from '#shared/admin/sla.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListingPage } from './listing-page.tsx'
import { useOwnListings } from './queries.ts'

/** The 'Investor Profile' tab: the user's listings, readable offline. */
export function InvestorTab() {
  const listings = useOwnListings()
  if (!listings) return <Skeleton className="h-72 w-full" />
  if (listings.length === 0) return <NoListing />
  return (
    <div className="grid gap-8">
      {listings.map((listing) => (
        <ListingPage key={listing.id} listing={listing} />
      ))}
    </div>
  )
}

function NoListing() {
  return (
    <EmptyState
      icon={<NotebookPen className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title="No investor profile yet"
      action={
        <Link to="/vc-signup" className={buttonClass()}>
          Apply as an investor
        </Link>
      }
    >
      Describe your investments and set your price and limit. Approval takes {REVIEW_TIME}. You are notified by email.
    </EmptyState>
  )
}
