import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useContacts, useSavedIds } from '#web/features/contacts/queries.ts'
import { CardSkeletons } from '#web/features/directory/browse/card-skeleton.tsx'
import { type InvestorSearch, useInvestorSearch } from '#web/features/directory/queries.ts'
import { FeaturedInvestors } from '#web/features/home/featured-investors.tsx'
import { HeroA } from '#web/features/home/hero-a.tsx'
import { wasMember } from '#web/features/home/member-hint.ts'
import { homeVariant } from '#web/features/home/variant.ts'
import { VerifiedInvestors } from '#web/features/home/verified-investors.tsx'
import { useConfig } from '#web/net/tab/config.ts'
import { LazyInView } from '#web/ui/lazy-in-view.tsx'
import { DirectoryCard } from '#web/widgets/investor-card.tsx'
import { useUnlockDialog } from '#web/widgets/use-purchase-dialog.tsx'

// A member's page, the other landing page, and what nobody sees before they scroll: a first visit loads none of them.
const Dashboard = lazy(() => import('./dashboard.tsx'))
const HeroB = lazy(() => import('#web/features/home/hero-b.tsx'))
const ForInvestors = lazy(() => import('#web/features/home/for-investors.tsx'))
const FreeToJoin = lazy(() => import('#web/features/home/free-to-join.tsx'))

const GRID_TITLE = { a: 'Book Direct Calls with Verified VCs & Angels', b: 'Connected VCs & Angels' } as const

/** The front door: a landing page for visitors, in one of its two variants, and a page of one's own for members. */
export function Home() {
  const user = useUser()
  const variant = homeVariant(useLocation().search.variant, useConfig()?.homeVariant)
  const best = useInvestorSearch({ sort: 'best' })
  const verified = useMemo(() => allVerified(best), [best])

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
      {grid}
      <LazyInView room="min-h-[34rem]">{variant === 'a' ? <ForInvestors /> : <FreeToJoin />}</LazyInView>
    </>
  )
}

/** Keeps what stands below in its place until the code of what stands here has come. */
const Room = () => <div className="min-h-[38rem]" />

/** Up to six verified investors, with what this device knows of each contact. */
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

/** `undefined` while some may still arrive and none has. */
function allVerified(search: InvestorSearch | undefined) {
  const verified = search?.items.filter(({ isVerified }) => isVerified)
  return verified?.length === 0 && !search?.isComplete ? undefined : verified
}

/** Others than those on the cards, where there are enough of them; only whom one can unlock. */
function ledgerEntries(verified: Investor[]) {
  const forSale = verified.filter(({ isPurchasable }) => isPurchasable)
  const others = forSale.filter((investor) => !verified.slice(0, 6).includes(investor))
  return (others.length >= 5 ? others : forSale).slice(0, 5)
}
