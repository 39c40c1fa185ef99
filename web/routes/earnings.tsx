import { createFileRoute } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import type { OwnPayoutDetails } from '#shared/earnings/payout-details.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useStepUp } from '#web/features/accounts/settings/use-step-up.tsx'
import { BankAccount } from '#web/features/earnings/bank-account.tsx'
import { EarningsPage } from '#web/features/earnings/earnings-page.tsx'
import { PayoutDetails } from '#web/features/earnings/payout-details.tsx'
import { usePayoutDetails } from '#web/features/earnings/use-payout-details.ts'
import { useOwnListings } from '#web/features/listings/queries.ts'
import { useHasPulled } from '#web/sync/tab/use-own-list.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { useOnline } from '#web/ui/use-online.ts'

export const Route = createFileRoute('/earnings')({ component: Earnings })

function Earnings() {
  const user = useUser()
  // Another account on this device begins with nothing.
  return <EarningsOf key={user?.id} user={user} />
}

function EarningsOf({ user }: { user: ReturnType<typeof useUser> }) {
  const listing = useListing(user)
  const [own, setOwn] = usePayoutDetails(user?.isApprovedInvestor ?? false)
  return (
    <EarningsPage
      listing={listing}
      needsDetails={own?.state === 'none'}
      bank={user?.isApprovedInvestor && <HowPaid user={user} own={own} onChange={setOwn} />}
    />
  )
}

/** A listing that is missing here may not have reached this device yet. */
function useListing(user: ReturnType<typeof useUser>): ComponentProps<typeof EarningsPage>['listing'] {
  const [listings, hasPulled] = [useOwnListings(), useHasPulled()]
  const isConnecting = [useOnline(), !useIsOffline()].every(Boolean)
  if (user === null) return 'none'
  if (!user || !listings || !hasPulled) return isConnecting ? 'connecting' : 'offline'
  return user.isApprovedInvestor || listings.length > 0 ? 'listed' : 'none'
}

type HowPaidProps = { user: User; own: OwnPayoutDetails | undefined; onChange: (own: OwnPayoutDetails) => void }

/** A change of the account to which money is paid needs a proof of identity. */
function HowPaid({ user, own, onChange }: HowPaidProps) {
  const { withProof, dialog } = useStepUp(user)
  return (
    <>
      <BankAccount withProof={withProof} />
      <PayoutDetails own={own} onChange={onChange} withProof={withProof} />
      {dialog}
    </>
  )
}
