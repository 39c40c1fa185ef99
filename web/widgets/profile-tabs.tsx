import type { ReactNode } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { isInvestor } from '#shared/accounts/is-investor.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { AccountTab } from '#web/features/accounts/settings/account-tab.tsx'
import { ActivityHistory } from '#web/features/history/activity-history.tsx'
import { InvestorActivityTab } from '#web/features/listings/activity-tab.tsx'
import { InvestorTab } from '#web/features/listings/investor-tab.tsx'
import { OwnProjectTab } from '#web/features/projects/editor/own-project-tab.tsx'
import { RefundArea } from '#web/features/refunds/refund-area.tsx'
import { ReplyToFounder } from '#web/features/replies/reply-to-founder.tsx'

/** Refunds belong to another feature. */
export const refundOf = (order: OrderEntry) => <RefundArea order={order} isQuiet />

type Tab = { id: string; label: string; content: ReactNode }

/**
 * Tabs of the profile, by user type; a founder who is listed as an investor has both, and after the approval the listing is first.
 */
export function profileTabs(user: User, hasListing: boolean): Tab[] {
  const isFounder = user.userType === 'founder'
  const hasInvestorTab = !isFounder || hasListing
  const activity = hasInvestorTab ? (
    <div className="grid gap-6">
      <InvestorActivityTab renderReply={(request) => <ReplyToFounder {...request} />} />
      <ActivityHistory isHiddenWhenEmpty refundOf={refundOf} />
    </div>
  ) : (
    <ActivityHistory refundOf={refundOf} />
  )
  const project = isFounder ? [{ id: 'project', label: 'Project Details', content: <OwnProjectTab /> }] : []
  const investor = hasInvestorTab ? [{ id: 'investor', label: 'Investor Profile', content: <InvestorTab /> }] : []
  return [
    ...(isInvestor(user) ? [...investor, ...project] : [...project, ...investor]),
    { id: 'activity', label: 'Activity History', content: activity },
    { id: 'account', label: 'Account Settings', content: <AccountTab user={user} /> },
  ]
}
