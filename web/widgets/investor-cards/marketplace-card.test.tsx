import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import { cents } from '#shared/money.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { OwnMarketCard } from './marketplace-card.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function show(about: Partial<Investor>) {
  const investor = sampleInvestor(about)
  const onUnlock = vi.fn()
  await renderInRouter(
    <OwnMarketCard investor={investor} stats={undefined} contact={undefined} isSaved={false} onUnlock={onUnlock} />,
  )
  return { investor, onUnlock }
}

test.each([
  [{ hasMeetingLink: true }, 'Book Call with Marit Moretti', 'Book Call'],
  [{ hasMeetingLink: false }, 'Unlock Marit Moretti', 'Unlock'],
])('a card of an investor with %j is bought by a button named %j', async (about, name, text) => {
  const { investor, onUnlock } = await show(about)
  const button = screen.getByRole('button', { name })
  expect(button.textContent).toBe(text)
  fireEvent.click(button)
  expect(onUnlock).toHaveBeenCalledExactlyOnceWith(investor)
})

test.each<[string, Partial<Investor>, string | null]>([
  ['of an investor without a price', { hasMeetingLink: true, price: null, quote: cents(50) }, 'Call $50'],
  ['of an investor with a price', { hasMeetingLink: true, price: cents(2500), quote: cents(2500) }, null],
  ['of an investor who takes no calls', { hasMeetingLink: false, price: null, quote: cents(50) }, null],
])('a card %s shows the price of a call only where it differs from the price of the contact', async (_, about, call) => {
  await show(about)
  expect(screen.queryByText(/^Call \$/)?.textContent ?? null).toBe(call)
})

test('a card of a paused investor names the day of the return, and leads to the profile', async () => {
  vi.setSystemTime('2026-11-27T09:00:00Z')
  await show({ hasMeetingLink: true, pausedUntil: '2026-12-05' })
  expect(screen.getByText('Paused until 5 December')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View Profile' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Book Call|Unlock/ })).toBeNull()
})
