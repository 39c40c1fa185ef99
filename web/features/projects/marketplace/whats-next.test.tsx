import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { ListProjectNow, WhatsNext } from './whats-next.tsx'

afterEach(cleanup)

test.each([
  ['vc', 'Browse Investors', '/vcs'],
  ['angel', 'Browse Investors', '/vcs'],
  ['founder', 'Showcase your project', '/project-setup'],
] as const)('at the end of the marketplace a %s is led on by %s', async (userType, name, to) => {
  await renderInRouter(<WhatsNext user={sampleUser({ userType })} />)
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([[name, to]])
})

test('the end of the marketplace invites a visitor to list a project', async () => {
  await renderInRouter(<WhatsNext user={null} />)
  expect(screen.getByRole('link', { name: 'Showcase your project' }).getAttribute('href')).toBe(
    '/auth?next=%2Fproject-setup&defaultType=founder',
  )
})

test('List Project Now links to the form, and for a visitor to the sign-in', async () => {
  const linked = () => screen.getByRole('link', { name: 'List Project Now' }).getAttribute('href')
  await renderInRouter(<ListProjectNow user={sampleUser()} />)
  expect(linked()).toBe('/project-setup')
  cleanup()
  await renderInRouter(<ListProjectNow user={null} />)
  expect(linked()).toBe('/auth?next=%2Fproject-setup&defaultType=founder')
})

test('an approved investor with a founder account is led on to the other investors', async () => {
  await renderInRouter(<WhatsNext user={sampleUser({ isApprovedInvestor: true })} />)
  expect(screen.getByRole('link', { name: 'Browse Investors' })).toBeTruthy()
})
