import type { ReactNode } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { AccountTab } from '#web/features/accounts/account-tab.tsx'
import { InvestorActivityTab } from '#web/features/owners/activity-tab.tsx'
import { InvestorTab } from '#web/features/owners/investor-tab.tsx'
import { ActivityHistory } from '#web/features/profile/activity-history.tsx'
import { OwnProjectTab } from '#web/features/projects/own-project-tab.tsx'

type Tab = { id: string; label: string; content: ReactNode }

/** What somebody finds in their profile, by what they are here for. */
export function profileTabs(user: User): Tab[] {
  const account = { id: 'account', label: 'Account Settings', content: <AccountTab user={user} /> }
  if (user.userType === 'founder') {
    return [
      { id: 'project', label: 'Project Details', content: <OwnProjectTab /> },
      { id: 'activity', label: 'Activity History', content: <ActivityHistory /> },
      account,
    ]
  }
  const activity = (
    <div className="grid gap-6">
      <InvestorActivityTab />
      <ActivityHistory isHiddenWhenEmpty />
    </div>
  )
  return [
    { id: 'investor', label: 'Investor Profile', content: <InvestorTab /> },
    { id: 'activity', label: 'Activity History', content: activity },
    account,
  ]
}
