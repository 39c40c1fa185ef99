import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { User } from '#shared/accounts/contract.ts'
import type { UserType } from '#shared/accounts/user-type.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { ProfileCard } from './profile-card.tsx'

afterEach(cleanup)

const BADGES = ['Founder', 'VC', 'Angel', 'Admin', 'Approved Investor', 'Pending Approval']

test.each<[Partial<User>, role: UserType, badges: string[]]>([
  [{ userType: 'founder' }, 'founder', ['Founder']],
  [{ userType: 'founder', isAdmin: true }, 'founder', ['Founder', 'Admin']],
  [{ userType: 'vc', isApprovedInvestor: true }, 'vc', ['VC', 'Approved Investor']],
  [{ userType: 'angel', isApprovedInvestor: false }, 'angel', ['Angel', 'Pending Approval']],
  [{ userType: 'founder', isApprovedInvestor: true }, 'angel', ['Angel', 'Approved Investor']],
])('the header of a profile has the badges of its account: %j', (about, role, badges) => {
  const nothing = () => undefined
  render(<ProfileCard user={sampleUser(about)} role={role} onSignOut={nothing} isEditing={false} onEdit={nothing} form={null} />)
  expect(BADGES.filter((badge) => screen.queryByText(badge))).toEqual(badges)
  expect(screen.getByRole('heading', { name: 'Ada Okafor' })).toBeTruthy()
  expect(screen.getByText('ada@founders.example')).toBeTruthy()
  expect(screen.getByText('2 January 2026')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeTruthy()
})
