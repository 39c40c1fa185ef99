import { Link } from '@tanstack/react-router'
import { CloudOff, UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
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

/** The investor is not on this device, and the server does not answer. `children`: what this device has of it. */
export function InvestorNotHere({ children }: { children?: ReactNode }) {
  usePageTitle('Investor')
  return (
    <div className="mx-auto grid max-w-md gap-6">
      <EmptyState
        icon={<CloudOff className="size-8" strokeWidth={1.25} aria-hidden="true" />}
        title={<h1 className="text-4xl">Not on This Device</h1>}
        action={
          <Link to="/vcs" className={buttonClass('outline')}>
            Investors on this device
          </Link>
        }
      >
        <p>This profile opens when you connect. Saved investors are kept for offline.</p>
      </EmptyState>
      {children}
    </div>
  )
}
