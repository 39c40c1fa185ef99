import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { sampleInvestor as priced } from '#tests/support/samples/sample-investor.ts'
import { UnlockPrice } from './unlock-price.tsx'

afterEach(cleanup)

test('a price is shown as it is charged', () => {
  render(<UnlockPrice investor={priced({ price: cents(2500), quote: cents(2500) })} />)
  expect(screen.getByText('$25.00')).toBeDefined()
  expect(screen.queryByText(/card provider minimum/)).toBeNull()
})

test("below the minimum the investor's price is shown beside the charged amount", () => {
  render(<UnlockPrice investor={priced({ price: cents(30), quote: cents(50) })} />)
  expect(screen.getByText('$0.30')).toBeDefined()
  expect(screen.getByText('(Charged $0.50 - card provider minimum)')).toBeDefined()
})

test('a price of zero is a price, and a price that was never set is the default', () => {
  render(<UnlockPrice investor={priced({ vcType: 'platform', price: cents(0), quote: cents(50) })} />)
  expect(screen.getByText('$0.00')).toBeDefined()
  render(<UnlockPrice investor={priced({ vcType: 'platform', price: null, quote: cents(500) })} />)
  expect(screen.getByText('$5.00')).toBeDefined()
})
