import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { bottomLinks } from './navigation.ts'
import { SectionLink } from './section-link.tsx'

afterEach(cleanup)

test.each([
  ['/', ['Home']],
  ['/vcs', ['Investors']],
  ['/vc/vc_1', ['Investors']],
  ['/investor/rec1', ['Investors']],
  ['/ping', ['Investors']],
  ['/directory', ['Investors']],
  ['/cold-scout/paradigm', ['Investors']],
  ['/scout', ['Marketplace']],
  ['/project/prj_1', ['Marketplace']],
  ['/contacts/rec1', ['Contacts']],
  ['/raise', ['Contacts']],
  ['/vc-signup', []],
  ['/project-setup', []],
])('at %s the current section is %j', async (address, current) => {
  await renderInRouter(
    bottomLinks(false).map(({ to, label }) => (
      <SectionLink key={to} to={to} className="">
        {label}
      </SectionLink>
    )),
    address,
  )
  const marked = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(marked.map(({ textContent }) => textContent)).toEqual(current)
})
