import { expect, test } from 'vitest'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { profileTabs } from './profile-tabs.tsx'

test.each([
  ['founder', false, ['Project Details', 'Activity History', 'Account Settings']],
  ['vc', true, ['Investor Profile', 'Activity History', 'Account Settings']],
  ['angel', false, ['Investor Profile', 'Activity History', 'Account Settings']],
  // Listed as an investor too: both tabs.
  ['founder', true, ['Project Details', 'Investor Profile', 'Activity History', 'Account Settings']],
] as const)('a %s finds these tabs, with a listing: %s', (userType, hasListing, labels) => {
  expect(profileTabs(sampleUser({ userType }), hasListing).map(({ label }) => label)).toEqual(labels)
})

test('an approved investor with a founder account finds the listing first', () => {
  const user = sampleUser({ userType: 'founder', isApprovedInvestor: true })
  const labels = ['Investor Profile', 'Project Details', 'Activity History', 'Account Settings']
  expect(profileTabs(user, true).map(({ label }) => label)).toEqual(labels)
})
