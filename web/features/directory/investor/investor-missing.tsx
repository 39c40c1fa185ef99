import { Link } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

export function InvestorMissing() {
  usePageTitle('Investor Not Found')
  return (
    <EmptyState
      icon={<UserRoundX className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title={<h1 className="text-4xl">Investor Not Found</h1>}
      action={
        <Link to="/" className={buttonClass('outline')}>
          Back to Homepage
        </Link>
      }
    >
      <p>The listing may have been removed, or the link is incomplete.</p>
    </EmptyState>
  )
}
