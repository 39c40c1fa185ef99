import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { User } from '#shared/accounts/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { ListProject } from './list-project-button.tsx'

afterEach(cleanup)

test.each<[string, User | null, string | undefined]>([
  ['a visitor', null, '/auth?next=%2Fproject-setup&defaultType=founder'],
  ['a founder', sampleUser(), '/project-setup'],
  ['a VC', sampleUser({ userType: 'vc' }), undefined],
  ['an approved investor with a founder account', sampleUser({ isApprovedInvestor: true }), undefined],
])('the button to list a project leads %s to the right page, or is not shown', async (_, user, href) => {
  await renderInRouter(<ListProject user={user} />)
  expect(screen.queryByRole('link', { name: 'List Project' })?.getAttribute('href')).toBe(href)
})
