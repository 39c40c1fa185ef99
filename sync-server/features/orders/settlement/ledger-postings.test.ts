import fc from 'fast-check'
import { expect, test } from 'vitest'
import { investorShare } from '#shared/earnings/share.ts'
import { cents } from '#shared/money.ts'
import { captureLegs, disputeDifferences, disputeLegs, type Leg, returnLegs } from './ledger-postings.ts'

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

test('P20: a payment refunded in any number of parts balances in each part and leaves no remainder', () => {
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

test.each([
  [11_900, 1900, 8500, 1500],
  [119, 19, 85, 15],
  [9900, 0, 8415, 1485],
])('of %d cents, %d are tax, and the share is of the rest', (amount, tax, share, rest) => {
  const legs = captureLegs(cents(amount), 'investor_payable:vc_1', cents(tax))
  expect(Object.fromEntries(legs.map((leg) => [leg.account, leg.amount]))).toEqual({
    ...{ cash: amount, 'investor_payable:vc_1': -share, ...(tax > 0 && { tax_payable: -tax }), platform_revenue: -rest },
  })
})

test('P20: a taxed payment refunded in any number of parts leaves no tax, share or revenue, and each part has its share of the tax', () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(pieces, fc.double({ min: 0, max: 0.3, noNaN: true }), (refunds, rate) => {
      const whole = refunds.reduce((total, piece) => total + piece, 0)
      const tax = Math.floor(whole * rate)
      const written = captureLegs(cents(whole), 'investor_payable:vc_1', cents(tax))
      refunds.forEach((piece, index) => {
        const legs = returnLegs(`refund:${index}`, cents(piece), written)
        expect(sum(legs)).toBe(0)
        const returned = sum(legs.filter(({ account }) => account === 'tax_payable'))
        expect(Math.abs(returned - (tax * piece) / whole)).toBeLessThanOrEqual(1)
        written.push(...legs)
      })
      for (const legs of Map.groupBy(written, ({ account }) => account).values()) expect(sum(legs)).toBe(0)
    }),
  )
})

test('P20: for any refunds and disputes, posted in any order, cash equals the actual balance and the payee owns only a share of the sale', () => {
  const PRICE = cents(9900)
  const openedAt = new Date(0)
  const step = fc.oneof(
    fc.record({ refund: fc.integer({ min: 1, max: PRICE }), isBack: fc.boolean() }),
    fc.record({ dispute: fc.nat({ max: 1 }), taken: fc.integer({ min: 0, max: PRICE }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), fc.constantFrom('investor_payable:vc_1', undefined), (steps, payee) => {
      const written = captureLegs(cents(PRICE), payee)
      const [refunds, taken] = [new Map<string, number>(), new Map<string, number>()]
      const book = (legs: Leg[]) => {
        expect(sum(legs)).toBe(0)
        written.push(...legs)
      }
      steps.forEach((one, index) => {
        if ('refund' in one) {
          const left = PRICE - [...refunds.values()].reduce((total, amount) => total + amount, 0)
          const amount = Math.min(one.refund, left)
          if (amount === 0) return
          book(returnLegs(`refund:${index}`, cents(amount), written))
          if (one.isBack) book(returnLegs(`refund:${index}:failed`, cents(-amount), written))
          else refunds.set(`${index}`, amount)
        } else taken.set(`dp_${one.dispute}`, one.taken)
        const intent = {
          refunds: [...refunds].map(([id, amount]) => ({ id, amount: cents(amount), status: 'succeeded' as const })),
          cases: [...taken].map(([id, amount]) => ({
            id,
            status: 'lost' as const,
            reason: '',
            amount: PRICE,
            taken: cents(amount),
            moved: cents(amount),
            openedAt,
            dueAt: undefined,
          })),
        }
        for (const difference of disputeDifferences(PRICE, intent, written)) book(disputeLegs(difference, written))
        expect(disputeDifferences(PRICE, intent, written)).toEqual([])
      })
      const of = (account: string) => sum(written.filter((leg) => leg.account === account))
      const [returned, gone] = [refunds, taken].map((amounts) =>
        [...amounts.values()].reduce((total, amount) => total + amount, 0),
      )
      const left = PRICE - (returned ?? 0) - (gone ?? 0)
      const sale = cents(Math.max(0, left))
      expect(of('cash')).toBe(left)
      expect(of('dispute_losses')).toBe(sale - left)
      if (payee) expect(of(payee) + investorShare(sale)).toBe(0)
    }),
  )
})
