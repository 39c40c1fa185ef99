import { createFileRoute } from '@tanstack/react-router'
import type { Investor } from '#shared/directory/contract.ts'
import { useSignOut } from '#web/features/accounts/auth/use-sign-out.tsx'
import { useUser } from '#web/features/accounts/queries.ts'
import { ApplicationPage } from '#web/features/applications/application-page.tsx'
import { InvestorCard } from '#web/features/directory/browse/investor-card.tsx'
import { isBookable } from '#web/features/directory/investor/labels.ts'
import { LimitNote } from '#web/features/directory/investor/limit-note.tsx'
import { LockedArea } from '#web/features/directory/investor/locked-area.tsx'
import { buttonClass } from '#web/ui/button.tsx'

export const Route = createFileRoute('/vc-signup')({ component: VcSignUp })

function VcSignUp() {
  const user = useUser()
  const { signOut, dialog } = useSignOut()
  return (
    <>
      <ApplicationPage user={user} onSignOut={signOut} renderCard={renderCard} />
      {dialog}
    </>
  )
}

const renderCard = (investor: Investor) => (
  <InvestorCard
    investor={investor}
    contact={
      <LockedArea
        investor={investor}
        limit={<LimitNote investor={investor} />}
        action={<span className={buttonClass('outline', 'px-4')}>{isBookable(investor) ? 'Book Now' : 'View Profile'}</span>}
        onUnlock={() => undefined}
      />
    }
  />
)
