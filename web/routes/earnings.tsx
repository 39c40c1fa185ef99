import { createFileRoute } from '@tanstack/react-router'
import type { User } from '#shared/accounts/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useStepUp } from '#web/features/accounts/settings/use-step-up.tsx'
import { BankAccount } from '#web/features/earnings/bank-account.tsx'
import { EarningsPage } from '#web/features/earnings/earnings-page.tsx'
import { useOwnListings } from '#web/features/listings/queries.ts'

export const Route = createFileRoute('/earnings')({ component: Earnings })

function Earnings() {
  const listings = useOwnListings()
  const user = useUser()
  const isPayable = user?.isApprovedInvestor
  return (
    <EarningsPage isListed={(listings?.length ?? 0) > 0} bank={isPayable && <ProvedBankAccount key={user.id} user={user} />} />
  )
}

/** The first connection of a bank account needs a proof of identity. */
function ProvedBankAccount({ user }: { user: User }) {
  const { withProof, dialog } = useStepUp(user)
  return (
    <>
      <BankAccount withProof={withProof} />
      {dialog}
    </>
  )
}
