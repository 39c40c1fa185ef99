import type { ReactNode } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { InvestorActivityTab } from '#web/features/owners/activity-tab.tsx'
import { InvestorTab } from '#web/features/owners/investor-tab.tsx'

type Tab = { id: string; label: string; content: ReactNode }

const investorTabs: Tab[] = [
  { id: 'investor', label: 'Investor Profile', content: <InvestorTab /> },
  { id: 'activity', label: 'Activity History', content: <InvestorActivityTab /> },
]

/** What somebody finds in their profile, by what they are here for. */
export const profileTabs = ({ userType }: Pick<User, 'userType'>): Tab[] => (userType === 'founder' ? [] : investorTabs)
