import { expect, test } from 'vitest'
import type { OrderId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { balanceOf, monthsOf, reversedSales } from './balance.ts'
import type { EarningsEntry } from './contract.ts'
import { statementRows } from './statement.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const entry = (about: Partial<EarningsEntry>): EarningsEntry => ({
  id: 'leg_1',
  kind: 'sale',
  vcId: 'vc_1' as VcId,
  orderId: 'ord_1' as OrderId,
  sold: 'vc_unlock',
  founderName: 'Noa',
  projectName: 'Anvil',
  gross: cents(10_000),
  amount: cents(8500),
  charity: null,
  at: '2026-10-01T00:00:00.000Z',
  maturesAt: '2026-10-08T00:00:00.000Z',
  hold: null,
  isPaid: false,
  reference: null,
  ...about,
})
const fresh = { at: '2026-11-20T00:00:00.000Z', maturesAt: '2026-11-27T00:00:00.000Z' }

test('a balance is split by the state of each sale, and a charity’s share is separate', () => {
  const entries = [
    entry({}),
    entry(fresh),
    entry({ ...fresh, kind: 'refund', amount: cents(-1000) }),
    entry({ hold: 'dispute', amount: cents(700) }),
    entry({ charity: 'Keys for all', amount: cents(300) }),
    entry({ kind: 'payout', amount: cents(-5000), isPaid: true, maturesAt: null }),
    entry({ kind: 'payout', amount: cents(-500), maturesAt: null }),
  ]
  expect(balanceOf(entries, NOW)).toEqual({
    inWindow: 7500,
    held: 700,
    payable: 3000,
    onItsWay: 500,
    paidOut: 5000,
    donated: 300,
  })
})

test('a refund after the payout leaves a negative balance, which the next sale offsets', () => {
  const paidOut = [
    entry({}),
    entry({ kind: 'payout', amount: cents(-8500), isPaid: true, maturesAt: null }),
    entry({ kind: 'refund', amount: cents(-8500) }),
  ]
  expect(balanceOf(paidOut, NOW).payable).toBe(-8500)
  expect(balanceOf([...paidOut, entry({ amount: cents(9000) })], NOW).payable).toBe(500)
})

test('months have no gap, also across a year’s end', () => {
  const months = monthsOf(
    [entry({ at: '2025-11-30T23:59:59.000Z' }), entry({ at: '2026-02-01T00:00:00.000Z', kind: 'refund', amount: cents(-20) })],
    Date.parse('2026-03-01T00:00:00Z'),
  )
  expect(months.map(({ month, earned, sales }) => [month, earned, sales])).toEqual([
    ['2025-11', 8500, 1],
    ['2025-12', 0, 0],
    ['2026-01', 0, 0],
    ['2026-02', -20, 0],
    ['2026-03', 0, 0],
  ])
})

test('a statement has the requested month, earliest first', () => {
  const rows = statementRows(
    [entry({ ...fresh, id: 'b' }), entry({ id: 'a' }), entry({ ...fresh, at: '2026-11-02T00:00:00.000Z' })],
    NOW,
    '2026-11',
  )
  expect(rows.map(([date, , , , , paid, own]) => [date, paid, own])).toEqual([
    ['2026-11-02T00:00:00.000Z', 100, 85],
    ['2026-11-20T00:00:00.000Z', 100, 85],
  ])
})

const lost = { orderId: 'ord_lost' as OrderId }
const split = { orderId: 'ord_part' as OrderId }
const failed = { orderId: 'ord_back' as OrderId }
const reversals = [
  entry({ ...fresh, id: 'leg_1' }),
  entry({ ...fresh, id: 'leg_2', kind: 'refund', amount: cents(-8500) }),
  entry({ ...lost, hold: 'dispute' }),
  entry({ ...lost, kind: 'dispute', amount: cents(-8500) }),
  entry(split),
  entry({ ...split, kind: 'refund', amount: cents(-500) }),
  entry(failed),
  entry({ ...failed, kind: 'refund', amount: cents(-8500) }),
  entry({ ...failed, kind: 'refund-failed', amount: cents(8500) }),
]

test('a sale whose whole share was taken back is labelled with what happened, and not as held or payable', () => {
  expect([...reversedSales(reversals)]).toEqual([
    ['ord_1', 'Refunded'],
    ['ord_lost', 'Dispute lost'],
  ])
  const rows = statementRows(reversals, NOW)
  const standings = rows.map((row) => [row[10], row[8], row[9]])
  expect(standings.filter(([order]) => order === 'ord_1')).toEqual([
    ['ord_1', 'Refunded', ''],
    ['ord_1', 'Refunded', ''],
  ])
  expect(standings.find(([order]) => order === 'ord_lost')).toEqual(['ord_lost', 'Dispute lost', ''])
  expect(standings.find(([order]) => order === 'ord_part')).toEqual(['ord_part', 'Payable', '2026-10-08T00:00:00.000Z'])
})
