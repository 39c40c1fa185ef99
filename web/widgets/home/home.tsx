import { useLocation } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useContacts, useSavedIds } from '#web/features/contacts/queries.ts'
import { CardSkeletons } from '#web/features/directory/browse/card-skeleton.tsx'
import { isForSale } from '#web/features/directory/investor/labels.ts'
import { type InvestorSearch, useInvestorSearch } from '#web/features/directory/queries.ts'
import { FeaturedInvestors } from '#web/features/home/featured-investors.tsx'
import { HeroA } from '#web/features/home/hero-a.tsx'
import { wasMember } from '#web/features/home/member-hint.ts'
import { homeVariant } from '#web/features/home/variant.ts'
import { VerifiedInvestors } from '#web/features/home/verified-investors.tsx'
import { useConfig } from '#web/net/tab/config.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { firstInvestors } from '#web/replica/first-investors.ts'
import { LazyInView } from '#web/ui/lazy-in-view.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { DirectoryCard } from '#web/widgets/investor-cards/investor-card.tsx'
import { useUnlockDialog } from '#web/widgets/use-purchase-dialog.tsx'

// The members' page, the other landing page, and the sections below the fold: a first visit loads none of them.
const Dashboard = lazyPart(() => loadChunk(() => import('./dashboard.tsx')))
const HeroB = lazyPart(() => loadChunk(() => import('#web/features/home/hero-b.tsx')))
const ForInvestors = lazyPart(() => loadChunk(() => import('#web/features/home/for-investors.tsx')))
const SampleAccounts = lazyPart(() => loadChunk(() => import('#web/features/accounts/auth/sample-accounts.tsx')))
const FreeToJoin = lazyPart(() => loadChunk(() => import('#web/features/home/free-to-join.tsx')))

const GRID_TITLE = { a: 'Book Direct Calls with Verified VCs & Angels', b: 'Connected VCs & Angels' } as const

/** The home page: a landing page for visitors, in one of two variants, and a dashboard for members. */
export function Home() {
  const user = useUser()
  const config = useConfig()
  const variant = homeVariant(useLocation().search.variant, config?.homeVariant)
  const best = useInvestorSearch({ sort: 'best' })
  const verified = useMemo(() => allVerified(best) ?? firstInvestors(), [best])

  const grid = <HomeGrid title={GRID_TITLE[variant]} investors={verified?.slice(0, 6)} />
  if (user || (user === undefined && wasMember())) {
    return (
      <>
        <Suspense fallback={<Room />}>{user ? <Dashboard key={user.id} user={user} /> : <Room />}</Suspense>
        <div className="pt-14">{grid}</div>
      </>
    )
  }
  return (
    <>
      {variant === 'a' ? (
        <HeroA>
          <FeaturedInvestors investors={verified && ledgerEntries(verified)} total={best?.total} />
        </HeroA>
      ) : (
        <Suspense fallback={<Room />}>
          <HeroB />
        </Suspense>
      )}
      {config?.sampleSignIn && (
        <Suspense>
          <SampleAccounts className="frame mb-12" />
        </Suspense>
      )}
      {grid}
      <LazyInView room="min-h-[34rem]">{variant === 'a' ? <ForInvestors /> : <FreeToJoin />}</LazyInView>
    </>
  )
}

/** Reserves space until the code of this section has loaded, so that the sections below do not move. */
const Room = () => <div className="min-h-[38rem]" />

/** Up to six verified investors, with the state of each contact on this device. */
function HomeGrid({ title, investors }: { title: string; investors: Investor[] | undefined }) {
  const contacts = useContacts()
  const saved = useSavedIds()
  const { unlock, dialog } = useUnlockDialog()
  return (
    <>
      <VerifiedInvestors
        title={title}
        investors={investors}
        skeleton={<CardSkeletons />}
        renderCard={(investor) => (
          <DirectoryCard
            investor={investor}
            contact={contacts?.find(({ id }) => id === investor.id)}
            isSaved={saved?.includes(investor.id) ?? false}
            onUnlock={unlock}
            surface="landing"
          />
        )}
      />
      {dialog}
    </>
  )
}

/** `undefined` while none has arrived and some may still arrive. */
function allVerified(search: InvestorSearch | undefined) {
  const verified = search?.items.filter(({ isVerified }) => isVerified)
  return verified?.length === 0 && !search?.isComplete ? undefined : verified
}

/** Investors that are not on the cards, if there are enough of them; only purchasable ones. */
function ledgerEntries(verified: Investor[]) {
  const forSale = verified.filter(isForSale)
  const others = verified.slice(6).filter(isForSale)
  return (others.length >= 5 ? others : forSale).slice(0, 5)
}
