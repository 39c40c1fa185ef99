import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { Footer } from './footer.tsx'

afterEach(cleanup)

test('only the footer that the specification fixes names a year', async () => {
  for (const [kind, text] of [
    ['home-a', '© 2024 Latchkey'],
    ['home-b', '© Latchkey'],
    ['site', '© Latchkey'],
  ] as const) {
    await renderInRouter(<Footer kind={kind} />)
    expect(screen.getByText(/©/).textContent).toBe(text)
    cleanup()
  }
})
