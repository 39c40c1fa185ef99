import { createFileRoute } from '@tanstack/react-router'
import { EarningsPage } from '#web/features/earnings/earnings-page.tsx'
import { useOwnListings } from '#web/features/owners/queries.ts'

export const Route = createFileRoute('/earnings')({ component: Earnings })

function Earnings() {
  const listings = useOwnListings()
  return <EarningsPage isListed={(listings?.length ?? 0) > 0} />
}
