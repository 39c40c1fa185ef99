import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { captureLegs, type Leg, returnLegs } from './ledger.ts'

const sum = (legs: Leg[]) => legs.reduce((total, leg) => total + leg.amount, 0)

test.each([
  [50, 42, 8],
  [99, 84, 15],
  [9900, 8415, 1485],
])('%d cents are %d for the investor, and the odd cent is the platform’s', (amount, share, rest) => {
  expect(captureLegs(cents(amount), 'investor_payable:vc_1')).toEqual([
    { transaction: 'capture', account: 'cash', amount },
    { transaction: 'capture', account: 'investor_payable:vc_1', amount: -share },
    { transaction: 'capture', account: 'platform_revenue', amount: -rest },
  ])
})

test('P20: in however many pieces a payment goes back, each piece balances and nothing is left over', () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(pieces, fc.constantFrom('investor_payable:vc_1', undefined), (refunds, payee) => {
      const written = captureLegs(cents(refunds.reduce((total, piece) => total + piece, 0)), payee)
      refunds.forEach((piece, index) => {
        const legs = returnLegs(`refund:${index}`, cents(piece), written)
        expect(sum(legs)).toBe(0)
        written.push(...legs)
      })
      const accounts = Map.groupBy(written, ({ account }) => account)
      for (const legs of accounts.values()) expect(sum(legs)).toBe(0)
    }),
  )
})
