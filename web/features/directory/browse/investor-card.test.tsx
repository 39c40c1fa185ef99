import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { LimitNote } from '#web/features/directory/investor/limit-note.tsx'
import { LockedArea, PriceArea } from '#web/features/directory/investor/locked-area.tsx'
import { store } from '#web/features/directory/queries.ts'
import { InvestorCard } from './investor-card.tsx'

afterEach(cleanup)

const nothing = () => undefined

test('a card names its article, shows two sectors and counts the rest', async () => {
  const investor = sampleInvestor({ sectors: ['DeFi', 'RWA', 'Meme', 'Data'] })
  await renderInRouter(<InvestorCard investor={investor} contact="locked" />)
  const card = screen.getByRole('article', { name: 'Marit Moretti' })
  expect(card.textContent).toContain('DeFi, RWA +2 more')
  expect(card.textContent).not.toContain('Meme')
  expect(card.textContent).toContain('Verified')
})

test.each([
  [{ replyRate: 83, replyHours: 5 }, 'Replies to 83% · 5 h'],
  [{ replyRate: 100, replyHours: 0 }, 'Replies to 100% · 1 h'],
  [{ replyRate: 40, replyHours: 71 }, 'Replies to 40% · 3 d'],
  [{}, undefined],
])('replies %o are shown on the card as %s', async (replies, shown) => {
  const investor = sampleInvestor()
  store.set.index.putStats([{ id: investor.id, totalRequests: 0, topTag: 'N/A', rank: null, ...replies }])
  await renderInRouter(<InvestorCard investor={investor} contact="locked" />)
  expect(screen.queryByText(/^Replies to/)?.textContent).toBe(shown)
})

test('ratings are shown on the card from the number on from which the server sends them', async () => {
  const investor = sampleInvestor()
  const stats = { id: investor.id, totalRequests: 0, topTag: 'N/A', rank: null }
  store.set.index.putStats([{ ...stats, rating: 4, ratingCount: 3 }])
  await renderInRouter(<InvestorCard investor={investor} contact="locked" />)
  expect(screen.getByText('Calls rated 4.0')).toBeTruthy()
})

test('markup in a name is rendered as text', async () => {
  await renderInRouter(<InvestorCard investor={sampleInvestor({ fund: 'Quarry & Sons <b>Capital</b>' })} contact="locked" />)
  expect(screen.getByText('Quarry & Sons <b>Capital</b>')).toBeTruthy()
})

test('a locked card offers the unlock at the price that is charged', async () => {
  await renderInRouter(<LockedArea investor={sampleInvestor()} limit={null} action={null} onUnlock={nothing} />)
  expect(screen.getByText('Contact locked')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Unlock for $25' })).toBeTruthy()
})

test('an unverified investor is locked and not for sale', async () => {
  const investor = sampleInvestor({ isVerified: false, price: cents(7500), quote: cents(7500) })
  await renderInRouter(<PriceArea investor={investor} limit={null} action={null} />)
  const [locked, price] = [screen.getByText('Contact locked'), screen.getByText(/Unlock for \$75 once verified/)]
  expect(locked.compareDocumentPosition(price) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the limit is shown per month, and a screen reader gets the true period', async () => {
  await renderInRouter(<LimitNote investor={sampleInvestor({ vcType: 'platform', limit: 5 })} />)
  expect(screen.getByText('Limit: 20/month')).toBeTruthy()
  expect(screen.getByRole('button').textContent).toContain('Accepts up to 5 introductions a week.')
})

test('a card shows the name, stages, sectors, price and limit', async () => {
  const investor = sampleInvestor({ stages: ['Pre-Seed', 'Seed'], limit: 12 })
  const limit = <LimitNote investor={investor} />
  await renderInRouter(
    <InvestorCard
      investor={investor}
      contact={<LockedArea investor={investor} limit={limit} action={null} onUnlock={nothing} />}
    />,
  )
  const { textContent } = screen.getByRole('article', { name: 'Marit Moretti' })
  for (const text of [
    'Northgate Ventures',
    'Investment Director',
    'Pre-Seed, Seed',
    'Identity',
    'Unlock for $25',
    'Limit: 12/month',
  ])
    expect(textContent).toContain(text)
  expect(screen.getByText('Verified').className).toContain('text-green')
})

test('an excerpt of the thesis has three lines, one of the biography two', async () => {
  await renderInRouter(<InvestorCard investor={sampleInvestor()} contact={null} />)
  const excerpt = (title: string) => screen.getByRole('heading', { name: title }).nextElementSibling
  expect(excerpt('Investment Focus')?.textContent).toBe('First cheque at Pre-Seed.')
  expect(excerpt('Investment Focus')?.className).toMatch(/\bline-clamp-3\b/)
  expect(excerpt('About')?.textContent).toBe('Former operator at a payments processor.')
  expect(excerpt('About')?.className).toMatch(/\bline-clamp-2\b/)
})

test('without a picture a card shows a monogram, which is also shown until a picture has loaded', async () => {
  await renderInRouter(<InvestorCard investor={sampleInvestor()} contact={null} />)
  expect(screen.getByText('MM').querySelector('img')).toBeNull()
  cleanup()
  await renderInRouter(<InvestorCard investor={sampleInvestor({ imageUrl: 'https://pictures.example/m.png' })} contact={null} />)
  expect(screen.getByText('MM').querySelector('img')?.getAttribute('src')).toBe('https://pictures.example/m.png')
})
