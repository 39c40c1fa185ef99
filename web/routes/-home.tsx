import { useMemo } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useContacts, useSavedIds } from '#web/features/contacts/queries.ts'
import { CardSkeletons } from '#web/features/directory/card-skeleton.tsx'
import { type InvestorSearch, useInvestorSearch } from '#web/features/directory/queries.ts'
import { ForInvestors } from '#web/features/home/for-investors.tsx'
import { Hero } from '#web/features/home/hero.tsx'
import { LedgerPage } from '#web/features/home/ledger-page.tsx'
import { VerifiedInvestors } from '#web/features/home/verified-investors.tsx'
import { DirectoryCard } from './-directory-card.tsx'
import { useUnlockDialog } from './-unlock.tsx'

/** The front door; for whoever is signed in, at /home as well. */
export function Home() {
  const user = useUser()
  const best = useInvestorSearch({ sort: 'best' })
  const verified = useMemo(() => allVerified(best), [best])
  const contacts = useContacts()
  const saved = useSavedIds()
  const { unlock, dialog } = useUnlockDialog()

  return (
    <>
      <Hero isSignedIn={Boolean(user)}>
        <LedgerPage investors={verified && ledgerEntries(verified)} total={best?.total} />
      </Hero>
      <VerifiedInvestors
        investors={verified?.slice(0, 6)}
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
      <ForInvestors />
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
