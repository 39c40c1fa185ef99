import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { SocialLinks } from '#web/features/directory/investor/social-links.tsx'
import { UserMenu } from './user-menu.tsx'

afterEach(cleanup)

/** WCAG 2.5.3: who steers by voice says what they see. */
test.each([
  [sampleUser(), 'AO', 'AO, Ada Okafor'],
  [sampleUser({ firstName: null, lastName: null }), 'A', 'A, ada@founders.example'],
])('the menu is called by its initials and by the name', async (user, seen, name) => {
  await renderInRouter(<UserMenu user={user} onSignOut={() => undefined} settingsAt="/settings" />)
  const [button] = screen.getAllByRole('button')
  expect(button?.textContent).toBe(seen)
  expect(button?.getAttribute('aria-label')).toBe(name)
})

test('a mark of another site is drawn, and reads as nothing beside its name', async () => {
  await renderInRouter(<SocialLinks name="Marit Moretti" linkedin="https://linkedin.com/in/marit" />)
  expect(screen.getByRole('link', { name: 'LinkedIn of Marit Moretti' }).textContent).toBe('')
  expect(screen.getByRole('button', { name: 'Website of Marit Moretti, not available' }).textContent).toBe('')
})
