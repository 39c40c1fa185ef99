import { createFileRoute, Link, useNavigate, useRouter } from '@tanstack/react-router'
import type { OwnListing } from '#shared/listings/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { ListingForm } from '#web/features/listings/listing-form.tsx'
import { useOwnListings } from '#web/features/listings/queries.ts'
import { PageLoading } from '#web/features/shell/page-loading.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

export const Route = createFileRoute('/edit-listing/$id')({ component: EditListing })

function EditListing() {
  const { id } = Route.useParams()
  const listings = useOwnListings()
  const user = useUser()
  if (listings === undefined || user === undefined) return <PageLoading />
  const listing = listings.find((one) => one.id === id)
  return (
    <div className="frame pt-8 pb-16 sm:pt-12">
      {user && listing ? <Editing key={id} listing={listing} /> : <NoListing id={id} isSignedIn={user !== null} />}
    </div>
  )
}

function Editing({ listing }: { listing: OwnListing }) {
  const { history } = useRouter()
  const navigate = useNavigate()
  // To the page that led here; after a reload in a new tab there is none.
  const leave = () =>
    history.canGoBack() ? history.back() : void navigate({ to: '/profile', search: { tab: 'investor' }, replace: true })
  return (
    <>
      <PageHeading title="Edit your listing" lead={<span dir="auto">{listing.partnerName}</span>} />
      <ListingForm listing={listing} onClose={leave} />
    </>
  )
}

function NoListing({ id, isSignedIn }: { id: string; isSignedIn: boolean }) {
  return (
    <EmptyState
      title={<h1 className="text-4xl">No such listing</h1>}
      action={
        isSignedIn ? (
          <Link to="/profile" search={{ tab: 'investor' }} className={buttonClass('outline')}>
            Your profile
          </Link>
        ) : (
          <Link to="/auth" search={{ next: `/edit-listing/${id}` }} className={buttonClass('outline')}>
            Sign in
          </Link>
        )
      }
    >
      <p>This device holds no listing of yours at this address. If it is yours, sign in to the account that applied.</p>
    </EmptyState>
  )
}
