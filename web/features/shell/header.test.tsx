import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { Header } from './header.tsx'
import { ListProject } from './list-project-button.tsx'
import { bottomLinks } from './navigation.ts'

afterEach(cleanup)

const show = (props: Partial<ComponentProps<typeof Header>>) =>
  renderInRouter(<Header user={null} onSignOut={() => undefined} {...props} />)
const linked = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
/** The menu is a popover: its items are in the page before it is opened. */
const item = (name: string) => screen.findByRole('link', { name, hidden: true })

test('the header stays at the top and has three links', async () => {
  await show({})
  expect(screen.getByRole('banner').className).toMatch(/(^| )sticky top-0( |$)/)
  expect([linked('Home'), linked('Browse VCs'), linked('Marketplace')]).toEqual(['/', '/vcs', '/scout'])
})

test('a spinner is shown in place of the account until it is loaded', async () => {
  await show({ user: undefined })
  expect(screen.getByRole('status', { name: 'Loading account' })).toBeTruthy()
  cleanup()
  await show({ user: null })
  expect(screen.queryByRole('status', { name: 'Loading account' })).toBeNull()
})

test('a visitor sees two buttons, in either of the two specified forms', async () => {
  await show({ variant: 'login' })
  expect([linked('Login'), linked('Sign Up')]).toEqual(['/auth?next=%2F', '/signup?next=%2F'])
  cleanup()
  await show({ variant: 'get-started' })
  expect([linked('Sign In'), linked('Get Started')]).toEqual(['/api/login?next=%2F', '/signup-type?next=%2F'])
})

test('a visitor who signs in returns to the page, without the secret in its address', async () => {
  const page = '/vc/rec1?ref=a#secret'
  await renderInRouter(<Header user={null} onSignOut={() => undefined} variant="get-started" />, page)
  const next = encodeURIComponent('/vc/rec1?ref=a')
  expect([linked('Sign In'), linked('Get Started')]).toEqual([`/api/login?next=${next}`, `/signup-type?next=${next}`])
})

test.each([
  ['founder', 'Founder'],
  ['vc', 'VC Partner'],
  // As specified: the header has two labels.
  ['angel', 'Founder'],
] as const)('the menu of a %s shows the name, the address and the role: %s', async (userType, role) => {
  await show({ user: sampleUser({ userType }) })
  const [menu] = await screen.findAllByRole('button')
  expect(menu?.textContent).toBe('AO')
  for (const text of ['Ada Okafor', role, 'ada@founders.example']) expect(screen.getByText(text)).toBeTruthy()
})

test('a picture of the user covers the initials', async () => {
  await show({ user: sampleUser({ profileImageUrl: 'https://pictures.example/ada.png' }) })
  const [menu] = await screen.findAllByRole('button')
  expect(menu?.querySelector('img')?.getAttribute('src')).toBe('https://pictures.example/ada.png')
})

test('the menu links to the profile and to the settings, and signs out', async () => {
  // happy-dom has no popovers.
  const hidePopover = vi.fn()
  Object.assign(HTMLElement.prototype, { hidePopover })
  const onSignOut = vi.fn()
  await show({ user: sampleUser(), onSignOut })
  expect((await item('Profile')).getAttribute('href')).toBe('/profile')
  expect((await item('Settings')).getAttribute('href')).toBe('/settings')
  fireEvent.click(screen.getByRole('button', { name: 'Sign Out', hidden: true }))
  expect(onSignOut).toHaveBeenCalledOnce()
  expect(hidePopover).toHaveBeenCalledOnce()
  cleanup()
  await show({ user: sampleUser(), variant: 'login' })
  expect((await item('Settings')).getAttribute('href')).toBe('/profile')
})

test.each([
  [null, '/auth?next=%2Fproject-setup&defaultType=founder'],
  [sampleUser({ userType: 'founder' }), '/project-setup'],
  [sampleUser({ userType: 'vc' }), undefined],
  [sampleUser({ userType: 'angel' }), undefined],
])('List Project is offered to visitors and founders: %#', async (user, to) => {
  await renderInRouter(<ListProject user={user} />)
  expect(screen.queryByRole('link', { name: 'List Project' })?.getAttribute('href')).toBe(to)
})

test.each([
  [true, ['Home', 'Earnings', 'Marketplace', 'Calls', 'Profile']],
  [false, ['Home', 'Investors', 'Marketplace', 'Contacts', 'Profile']],
  // A visitor, and a user who is not known yet.
  [undefined, ['Home', 'Investors', 'Marketplace', 'Contacts', 'Profile']],
] as const)('the bottom bar of a user who is an investor: %s', (isInvestor, labels) => {
  expect(bottomLinks(isInvestor).map(({ label }) => label)).toEqual(labels)
})

test('the search is offered at every width to a user, and to a visitor where the header has room', async () => {
  const onSearch = vi.fn()
  const classes = () => screen.getByRole('button', { name: 'Search everything' }).className.split(' ')
  await show({ onSearch })
  expect(classes()).toEqual(expect.arrayContaining(['hidden', 'md:grid']))
  cleanup()
  await show({ onSearch, user: sampleUser({}) })
  expect(classes()).not.toContain('hidden')
  fireEvent.click(screen.getByRole('button', { name: 'Search everything' }))
  expect(onSearch).toHaveBeenCalledOnce()
  cleanup()
  await show({})
  expect(screen.queryByRole('button', { name: 'Search everything' })).toBeNull()
})
