import { afterEach, expect, test, vi } from 'vitest'
import { cents } from '#shared/money.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { cardLimits, connectLabel, isBookable, isForSale, limitLabel, shorten, unlockForLabel, unlockLabel } from './labels.ts'

test.each([
  [{ price: cents(2500), quote: cents(2500) }, 'Unlock for $25'],
  [{ price: cents(4950), quote: cents(4950) }, 'Unlock for $49.50'],
  // The charged amount, not the investor's price: the dialog explains the minimum.
  [{ price: cents(30), quote: cents(50) }, 'Unlock for $0.50'],
  [{ price: null, quote: cents(500) }, 'Unlock for $5'],
  // These contacts are not for sale, so the investor's price is shown, and $200 without one.
  [{ isVerified: false, price: cents(30), quote: cents(50) }, 'Unlock for $0.30'],
  [{ isVerified: false, price: null, quote: cents(50) }, 'Unlock for $200'],
  [{ isPurchasable: false, price: cents(1_000_000_000_000_000) }, 'Price on request'],
])('%j has the label %s', (investor, label) => {
  expect(unlockLabel(sampleInvestor(investor))).toBe(label)
})

afterEach(() => void vi.useRealTimers())

test('a paused investor is not for sale until the day of the return, by the clock of the device alone', () => {
  const paused = sampleInvestor({ hasMeetingLink: true, pausedUntil: '2026-12-05' })
  const offer = () => [isForSale(paused), isBookable(paused), unlockLabel(paused)]
  vi.setSystemTime('2026-12-04T23:59:59Z')
  expect(offer()).toEqual([false, false, 'Paused until 5 December'])
  vi.setSystemTime('2026-12-05T00:00:00Z')
  expect(offer()).toEqual([true, true, 'Unlock for $25'])
})

test.each([
  [{ hasMeetingLink: false, price: cents(2500), quote: cents(2500) }, 'Connect - $25'],
  [{ hasMeetingLink: false, price: null, quote: cents(50) }, 'Connect - $0.50'],
  [{ hasMeetingLink: true, price: cents(7500), quote: cents(7500) }, 'Book Call - $75'],
  [{ hasMeetingLink: true, price: null, quote: cents(50) }, 'Book Call - $50'],
  [{ hasMeetingLink: true, price: cents(0), quote: cents(50) }, 'Book Call - $0.50'],
])('%j offers %s', (investor, label) => {
  expect(connectLabel(sampleInvestor(investor))).toBe(label)
})

test.each([
  ['platform', 5, 'Limit: 20/month', 'Accepts up to 5 introductions a week.'],
  ['platform', 1, 'Limit: 4/month', 'Accepts up to 1 introduction a week.'],
  ['airtable', 12, 'Limit: 12/month', 'Accepts up to 12 introductions a month.'],
  ['airtable', 1, 'Limit: 1/month', 'Accepts up to 1 introduction a month.'],
] as const)('the limit of the source %s, %i, is shown as the figure of a month: %s', (vcType, limit, text, explanation) => {
  expect(limitLabel(sampleInvestor({ limit, vcType }))).toMatchObject({ text, explanation })
})

test('an investor without a limit has no label for it', () => {
  expect(limitLabel(sampleInvestor({ limit: null }))).toBeUndefined()
})

test('a card shows two sectors and counts the rest', () => {
  expect(shorten(['DeFi', 'RWA'], 2)).toEqual({ shown: ['DeFi', 'RWA'], more: undefined })
  expect(shorten(['DeFi', 'RWA', 'Meme', 'Data'], 2)).toEqual({ shown: ['DeFi', 'RWA'], more: '+2 more' })
  expect(shorten([], 2)).toEqual({ shown: [], more: undefined })
})

test.each([
  ['landing', 'platform', { stages: Number.POSITIVE_INFINITY, sectors: 2 }],
  ['landing', 'airtable', { stages: Number.POSITIVE_INFINITY, sectors: 2 }],
  ['vcs', 'airtable', { stages: Number.POSITIVE_INFINITY, sectors: 2 }],
  ['ping', 'platform', { stages: Number.POSITIVE_INFINITY, sectors: 3 }],
  ['ping', 'airtable', { stages: 2, sectors: 2 }],
] as const)('a card on %s of an investor of %s shows at most %j', (surface, vcType, limits) => {
  expect(cardLimits(surface, vcType)).toEqual(limits)
})

test('a price has the wording of its listing, else it is the charged amount', () => {
  expect(unlockForLabel(sampleInvestor({ quote: cents(120_000), priceWording: '$1200' }))).toBe('Unlock for $1200')
  expect(unlockForLabel(sampleInvestor({ price: cents(30), quote: cents(50) }))).toBe('Unlock for $0.50')
  expect(unlockForLabel(sampleInvestor({ price: null, quote: cents(500) }))).toBe('Unlock for $5')
})
