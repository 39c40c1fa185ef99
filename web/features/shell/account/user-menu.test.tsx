import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { SocialLinks } from '#web/features/directory/investor/social-links.tsx'
import { UserMenu } from './user-menu.tsx'

afterEach(cleanup)

/** WCAG 2.5.3: users of voice control say the visible label. */
test.each([
  [sampleUser(), 'AO', 'AO, Ada Okafor'],
  [sampleUser({ firstName: null, lastName: null }), 'A', 'A, ada@founders.example'],
])('the accessible name of the menu contains the initials and the name', async (user, visible, name) => {
  await renderInRouter(<UserMenu user={user} onSignOut={() => undefined} settingsAt="/settings" />)
  const [button] = screen.getAllByRole('button')
  expect(button?.textContent).toBe(visible)
  expect(button?.getAttribute('aria-label')).toBe(name)
})

test('a brand icon is rendered, and adds no text to its accessible name', async () => {
  await renderInRouter(<SocialLinks name="Marit Moretti" linkedin="https://linkedin.com/in/marit" locked={['website']} />)
  expect(screen.getByRole('link', { name: 'LinkedIn of Marit Moretti' }).textContent).toBe('')
  expect(screen.getByRole('button', { name: 'Website of Marit Moretti, locked' }).textContent).toBe('')
})

test.each([
  ['vc', false, 'VC Partner'],
  ['angel', false, 'Founder'],
  ['angel', true, 'Angel Investor'],
  ['founder', false, 'Founder'],
  // Applied with a founder account, and approved.
  ['founder', true, 'VC Partner'],
] as const)('the menu labels an account made as %s, approved %j, as %s', async (userType, isApprovedInvestor, label) => {
  const user = sampleUser({ userType, isApprovedInvestor })
  await renderInRouter(<UserMenu user={user} onSignOut={() => undefined} settingsAt="/settings" />)
  expect(['VC Partner', 'Angel Investor', 'Founder'].filter((one) => screen.queryByText(one))).toEqual([label])
})

test('the menu shows that a founder is an admin as well', async () => {
  await renderInRouter(<UserMenu user={sampleUser({ isAdmin: true })} onSignOut={() => undefined} settingsAt="/settings" />)
  expect(screen.getByText('Founder · Admin')).toBeTruthy()
})

test.each([
  ['a VC', sampleUser({ userType: 'vc' }), true],
  ['an approved investor with a founder account', sampleUser({ isApprovedInvestor: true }), true],
  ['a founder', sampleUser(), false],
] as const)('the menu leads %s to listing and earnings: %s', async (_, user, isThere) => {
  await renderInRouter(<UserMenu user={user} onSignOut={() => undefined} settingsAt="/settings" />)
  const hrefs = ['Listing', 'Earnings'].map((name) => screen.queryByText(name)?.getAttribute('href'))
  expect(hrefs).toEqual(isThere ? ['/profile?tab=investor', '/earnings'] : [undefined, undefined])
})

test('the menu leads to contacts and calls', async () => {
  await renderInRouter(<UserMenu user={sampleUser()} onSignOut={() => undefined} settingsAt="/settings" />)
  expect(['Contacts', 'Calls'].map((name) => screen.getByText(name).getAttribute('href'))).toEqual(['/contacts', '/calls'])
})
