import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPrice } from '#shared/listing-import/parse-price.ts'
import { cents, MAXIMUM_CHARGE, MINIMUM_CHARGE } from '#shared/money.ts'
import { MINIMUM_CHARGES } from '#shared/orders/minimum.ts'
import { type Purchase, quote } from './quote.ts'

const unlock = (vcType: 'airtable' | 'platform', price: number | null): Purchase => ({
  kind: 'vc_unlock',
  vcType,
  price: price === null ? null : cents(price),
})

test.each<[Purchase, amount: number, isMinimum: boolean]>([
  [unlock('platform', null), 500, false],
  [unlock('platform', 0), 50, true],
  [unlock('platform', 49), 50, true],
  [unlock('platform', 50), 50, false],
  [unlock('platform', 20_000), 20_000, false],
  [unlock('airtable', null), 50, false],
  [unlock('airtable', 30), 50, true],
  [unlock('airtable', 9900), 9900, false],
  [{ kind: 'vc_contact', vcType: 'platform', price: null }, 500, false],
  [{ kind: 'meeting', vcType: 'platform', price: null }, 5000, false],
  [{ kind: 'meeting', vcType: 'airtable', price: null }, 5000, false],
  [{ kind: 'meeting', vcType: 'airtable', price: cents(9900) }, 9900, false],
  [{ kind: 'meeting', vcType: 'platform', price: cents(0) }, 50, true],
  [{ kind: 'decision_maker' }, 100, false],
  [{ kind: 'scout_publish' }, 900, false],
  [{ kind: 'project_visibility' }, 4900, false],
])('%j costs %d cents', (purchase, amount, isMinimum) => {
  expect(quote(purchase)).toMatchObject({ amount, isMinimum, isPurchasable: true })
})

test('the quote contains the original price for the minimum note', () => {
  expect(quote(unlock('airtable', 30)).asked).toBe(30)
})

test('a price above the largest charge is listed and cannot be bought', () => {
  expect(quote(unlock('airtable', MAXIMUM_CHARGE)).isPurchasable).toBe(true)
  expect(quote(unlock('airtable', MAXIMUM_CHARGE + 1)).isPurchasable).toBe(false)
})

test('for any listed price the charge is whole cents and never below the minimum', () => {
  const listed = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.string(),
    fc.jsonValue(),
    fc.double().map((amount) => `$${amount}`),
  )
  fc.assert(
    fc.property(listed, (raw) => {
      const { amount } = quote({ kind: 'vc_unlock', vcType: 'airtable', price: readPrice(raw).price })
      expect(Number.isSafeInteger(amount)).toBe(true)
      expect(amount).toBeGreaterThanOrEqual(MINIMUM_CHARGE)
    }),
  )
})

test('a card is charged at least the minimum of the settlement currency, and the quote keeps the asking price', () => {
  const half = { kind: 'vc_unlock', vcType: 'airtable', price: cents(50) } as const
  expect(quote(half, MINIMUM_CHARGES.eur)).toMatchObject({ amount: 75, asked: 50, isMinimum: true })
  expect(quote(half, MINIMUM_CHARGES.usd)).toMatchObject({ amount: 50, isMinimum: false })
  expect(Math.min(...Object.values(MINIMUM_CHARGES))).toBe(MINIMUM_CHARGE)
})
