import { createFileRoute, Link, Navigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import * as v from 'valibot'
import type { Investor } from '#shared/directory/contract.ts'
import { investorTitle } from '#shared/directory/title.ts'
import { VcId } from '#shared/ids.ts'
import { useContact } from '#web/features/contacts/queries.ts'
import { SaveStar } from '#web/features/contacts/save-star.tsx'
import { useListedInvestor } from '#web/features/directory/beyond/use-listed-investor.ts'
import { InvestorMissing, InvestorNotHere } from '#web/features/directory/investor/investor-missing.tsx'
import { InvestorSummary } from '#web/features/directory/investor/investor-summary.tsx'
import { unlockForLabel } from '#web/features/directory/investor/labels.ts'
import { useInvestorStats } from '#web/features/directory/queries.ts'
import { ClaimOrRemove } from '#web/features/profile-requests/claim-or-remove.tsx'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { ProfileSkeleton } from '#web/ui/profile-skeleton.tsx'
import { ContactArea } from '#web/widgets/contact-area.tsx'
import { MovedInvestor } from '#web/widgets/investor-cards/moved-investor.tsx'
import { InvestorSocials } from '#web/widgets/investor-socials.tsx'
import { useOwnInvestors } from '#web/widgets/use-own-investors.ts'
import { useUnlockDialog } from '#web/widgets/use-purchase-dialog.tsx'
import { useCountedView } from '#web/widgets/use-view-count.ts'

const FitForYou = lazyPart(() => loadChunk(() => import('#web/features/directory/fit/fit-for-you.tsx')))

export const Route = createFileRoute('/investor/$id')({ component: DossierRoute })

function DossierRoute() {
  const { id } = Route.useParams()
  const read = v.safeParse(VcId, id)
  return (
    <div className="frame pt-6 pb-16">
      <BackLink to="/vcs">Browse VCs</BackLink>
      <div className="mt-2">{read.success ? <Page id={read.output} /> : <InvestorMissing />}</div>
    </div>
  )
}

const loading = <ProfileSkeleton label="Loading investor" subtitle="w-2/5" lineCount={8} aside="h-72" />

function Page({ id }: { id: VcId }) {
  const investor = useListedInvestor(id)
  if (investor === undefined) return loading
  if (investor === 'unreachable') return <InvestorNotHere />
  if (investor === null)
    return (
      <MovedInvestor id={id} to="/investor/$id" loading={loading}>
        <InvestorMissing />
      </MovedInvestor>
    )
  if (investor.id !== id) return <Navigate to="/investor/$id" params={{ id: investor.id }} replace />
  // An unverified investor has one page, and it is not this one.
  if (!investor.isVerified) return <InvestorMissing />
  return <Dossier key={id} investor={investor} />
}

function Dossier({ investor }: { investor: Investor }) {
  const { id, name } = investor
  const contact = useContact(id)
  const { saved } = useOwnInvestors()
  const stats = useInvestorStats(id)
  const isOffline = useIsOffline()
  const { unlock, book, dialog, paymentIntentId } = useUnlockDialog()
  usePageTitle(investorTitle(investor))
  useCountedView(investor)
  return (
    <>
      <InvestorSummary
        investor={investor}
        stats={stats}
        socials={<InvestorSocials investor={investor} contact={contact} />}
        star={<SaveStar id={id} name={name} isSaved={saved?.includes(id) ?? false} />}
        contact={
          <ContactArea
            investor={investor}
            contact={contact}
            isOffline={isOffline}
            label={unlockForLabel(investor)}
            onUnlock={() => unlock(investor)}
            onBook={() => book(investor)}
            paymentIntentId={paymentIntentId}
          />
        }
        fit={
          <Suspense>
            <FitForYou investor={investor} />
          </Suspense>
        }
        more={
          <Link
            to="/vc/$id"
            params={{ id }}
            className="inline-flex min-h-11 items-center text-sm text-soft underline underline-offset-4 hover:text-ink"
          >
            Calls, demand and the full profile
          </Link>
        }
      />
      <ClaimOrRemove investor={investor} />
      {dialog}
    </>
  )
}
