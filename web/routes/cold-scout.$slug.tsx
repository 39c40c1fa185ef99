import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { ColdFund, MaskedDecisionMaker } from '#shared/cold-scout/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { FundMissing, FundPage } from '#web/features/cold-scout/fund-page.tsx'
import { FundSkeleton } from '#web/features/cold-scout/fund-skeleton.tsx'
import { useDecisionMakers } from '#web/features/cold-scout/queries.ts'
import { useColdFund } from '#web/features/directory/funds-and-projects.ts'
import { keepAnswer } from '#web/features/newsletter/early-access-flag.ts'
import { ClaimOrRemovePerson } from '#web/features/profile-requests/claim-or-remove-person.tsx'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { useCleanAddress } from '#web/payments/use-clean-address.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { closeUnloaded, lazyPart } from '#web/ui/lazy-part.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { SaveToAccount } from '#web/widgets/save-to-account.tsx'

// A reader never loads the payment code.
const UnlockDialog = lazyPart(() => loadChunk(() => import('#web/features/cold-scout/unlock-dialog.tsx')), closeUnloaded)

export const Route = createFileRoute('/cold-scout/$slug')({ component: FundRoute })

function FundRoute() {
  useCleanAddress()
  const { slug } = Route.useParams()
  const fund = useColdFund(slug)
  const owned = useDecisionMakers()
  if (fund === null) return <FundMissing />
  if (fund === undefined || owned === undefined) return <FundSkeleton />
  return <Fund key={fund.id} slug={slug} fund={fund} owned={owned} />
}

type Props = { slug: string; fund: ColdFund; owned: NonNullable<ReturnType<typeof useDecisionMakers>> }

function Fund({ slug, fund, owned }: Props) {
  const user = useUser()
  const isOffline = useIsOffline()
  const [maker, setMaker] = useState<MaskedDecisionMaker>()
  usePageTitle(fund.fundName)
  const unlock = (chosen: MaskedDecisionMaker) => {
    // A user who is about to pay is not shown the newsletter dialog over the purchase.
    keepAnswer('seen')
    setMaker(chosen)
  }
  return (
    <>
      <FundPage fund={fund} owned={owned} isOffline={isOffline} isGuest={user === null} onUnlock={unlock}>
        {owned.some(({ fundSlug }) => fundSlug === slug) && <SaveToAccount next={`/cold-scout/${slug}`} />}
        <ClaimOrRemovePerson fundName={fund.fundName} people={fund.decisionMakers} />
      </FundPage>
      {maker && (
        <Suspense>
          <UnlockDialog
            fund={fund}
            maker={maker}
            onClose={() => setMaker(undefined)}
            isUnlocked={owned.some(({ id }) => id === maker.id)}
            email={user?.email}
            syncNow={requestSync}
          />
        </Suspense>
      )}
    </>
  )
}
