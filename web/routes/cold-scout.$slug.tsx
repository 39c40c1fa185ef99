import { createFileRoute } from '@tanstack/react-router'
import { FundMissing, FundPage } from '#web/features/cold-scout/fund-page.tsx'
import { useColdFunds } from '#web/features/directory/queries.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const Route = createFileRoute('/cold-scout/$slug')({ component: Fund })

function Fund() {
  const { slug } = Route.useParams()
  const funds = useColdFunds()
  if (!funds)
    return (
      <div className="frame max-w-3xl py-16">
        <Skeleton className="h-24 w-full" />
      </div>
    )
  const fund = funds.find(({ fundSlug }) => fundSlug === slug)
  return fund ? <FundPage fund={fund} /> : <FundMissing />
}
