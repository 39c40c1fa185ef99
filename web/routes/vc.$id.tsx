import { createFileRoute, Navigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import * as v from 'valibot'
import type { Investor } from '#shared/directory/contract.ts'
import { investorTitle } from '#shared/directory/title.ts'
import { VcId } from '#shared/ids.ts'
import { useContact } from '#web/features/contacts/queries.ts'
import { SaveStar } from '#web/features/contacts/save-star.tsx'
import { UnlockedCard } from '#web/features/contacts/unlocked-card.tsx'
import { useListedInvestor } from '#web/features/directory/beyond/use-listed-investor.ts'
import { InvestorHeader } from '#web/features/directory/investor/investor-header.tsx'
import { InvestorMissing, InvestorNotHere } from '#web/features/directory/investor/investor-missing.tsx'
import { InvestorProfile } from '#web/features/directory/investor/investor-profile.tsx'
import { PopularityCard } from '#web/features/directory/investor/popularity-card.tsx'
import { useInvestorStats } from '#web/features/directory/queries.ts'
import { ClaimOrRemove } from '#web/features/profile-requests/claim-or-remove.tsx'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { ProfileSkeleton } from '#web/ui/profile-skeleton.tsx'
import { ContactArea } from '#web/widgets/contact-area.tsx'
import { MovedInvestor } from '#web/widgets/investor-cards/moved-investor.tsx'
import { useBookingOnArrival } from '#web/widgets/investor-cards/use-booking-on-arrival.ts'
import { InvestorSocials } from '#web/widgets/investor-socials.tsx'
import { useIsOwnListing } from '#web/widgets/own-card.tsx'
import { useOwnInvestors } from '#web/widgets/use-own-investors.ts'
import { useUnlockDialog } from '#web/widgets/use-purchase-dialog.tsx'
import { useCountedView } from '#web/widgets/use-view-count.ts'

const FitForYou = lazyPart(() => loadChunk(() => import('#web/features/directory/fit/fit-for-you.tsx')))

export const Route = createFileRoute('/vc/$id')({ component: InvestorRoute })

function InvestorRoute() {
  const { id } = Route.useParams()
  const read = v.safeParse(VcId, id)
  return (
    <div className="frame pt-6 pb-16">
      <BackLink to="/vcs">Browse VCs</BackLink>
      <div className="mt-2">{read.success ? <Page id={read.output} /> : <InvestorMissing />}</div>
    </div>
  )
}

function Page({ id }: { id: VcId }) {
  const investor = useListedInvestor(id)
  if (investor === undefined) return <Loading />
  if (investor === 'unreachable') return <NotHere id={id} />
  if (investor === null) return <Unlisted id={id} />
  if (investor.id !== id) return <Navigate to="/vc/$id" params={{ id: investor.id }} replace />
  // A separate key for each investor: no dialog or payment of one stays open on the page of another.
  return <InvestorPage key={id} investor={investor} />
}

const Loading = () => <ProfileSkeleton label="Loading investor" subtitle="w-2/5" lineCount={8} aside="h-72" />

/** A user keeps an unlocked contact when the listing is removed. */
function Unlisted({ id }: { id: VcId }) {
  const contact = useContact(id)
  const isOffline = useIsOffline()
  if (!contact)
    return (
      <MovedInvestor id={id} to="/vc/$id" loading={<Loading />}>
        <InvestorMissing />
      </MovedInvestor>
    )
  return (
    <div className="mx-auto grid max-w-md gap-6">
      <Notice title={<bdi>{contact.name}</bdi>}>No longer listed. You keep what you unlocked.</Notice>
      <UnlockedCard contact={contact} isOffline={isOffline} />
    </div>
  )
}

/** Not on this device, and the server does not answer. What was bought is readable. */
function NotHere({ id }: { id: VcId }) {
  const contact = useContact(id)
  const isOffline = useIsOffline()
  if (!contact)
    return (
      <MovedInvestor id={id} to="/vc/$id" loading={<Loading />}>
        <InvestorNotHere />
      </MovedInvestor>
    )
  return (
    <InvestorNotHere>
      <UnlockedCard contact={contact} isOffline={isOffline} />
    </InvestorNotHere>
  )
}

function InvestorPage({ investor }: { investor: Investor }) {
  const { id, name } = investor
  const contact = useContact(id)
  const { saved } = useOwnInvestors()
  const stats = useInvestorStats(id)
  const isOffline = useIsOffline()
  const isOwn = useIsOwnListing(id)
  const { unlock, book, dialog, paymentIntentId } = useUnlockDialog()
  useBookingOnArrival(investor, contact, book)
  usePageTitle(investorTitle(investor))
  useCountedView(investor)
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="lg:col-span-2">
        <InvestorHeader
          investor={investor}
          star={<SaveStar id={id} name={name} isSaved={saved?.includes(id) ?? false} />}
          socials={<InvestorSocials investor={investor} contact={contact} />}
        />
      </div>
      <aside className="mt-6 lg:order-2 lg:mt-8" aria-label="Contact">
        <div className="lg:sticky lg:top-24">
          <ContactArea
            investor={investor}
            contact={contact}
            isOffline={isOffline}
            onUnlock={() => unlock(investor)}
            onBook={() => book(investor)}
            paymentIntentId={paymentIntentId}
          />
          <Suspense>
            <FitForYou investor={investor} />
          </Suspense>
        </div>
      </aside>
      <div className="min-w-0">
        <InvestorProfile investor={investor} />
        <PopularityCard investor={investor} stats={stats} isOwn={isOwn === true} />
        <ClaimOrRemove investor={investor} />
      </div>
      {dialog}
    </div>
  )
}
