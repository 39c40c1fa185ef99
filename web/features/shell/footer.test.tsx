import { cleanup, screen, waitFor } from '@testing-library/react'
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

test('the footer is hidden while the content of the page is loading', async () => {
  const page = (isLoading: boolean) => (
    <>
      <main>{isLoading ? <p role="status" aria-label="Loading investors" /> : <button type="button" aria-busy="true" />}</main>
      <Footer kind="site" />
    </>
  )
  const { container } = await renderInRouter(page(true))
  const footer = () => container.querySelector('footer')
  expect(footer()?.hidden).toBe(true)
  const main = container.querySelector('main')
  main?.firstElementChild?.setAttribute('aria-label', 'Save')
  await waitFor(() => expect(footer()?.hidden).toBe(false))
  main?.firstElementChild?.setAttribute('aria-label', 'Loading')
  await waitFor(() => expect(footer()?.hidden).toBe(true))
  cleanup()
  const loaded = await renderInRouter(page(false))
  expect(loaded.container.querySelector('footer')?.hidden).toBe(false)
})
