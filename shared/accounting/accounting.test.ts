import * as v from 'valibot'
import { expect, test } from 'vitest'
import { DEFAULT_CODES } from './accounts.ts'
import { AccountCodes, Month } from './contract.ts'
import { decimal, kindOfTransaction, transactionId } from './file.ts'
import { boundsOf, isOver, monthsUntil } from './months.ts'

const at = (text: string) => new Date(`${text}Z`)

test('a month is from its first instant to the first one of the next month, in UTC', () => {
  expect(boundsOf('2026-12')).toEqual({ from: at('2026-12-01T00:00:00'), to: at('2027-01-01T00:00:00') })
  expect(boundsOf('2028-02').to).toEqual(at('2028-03-01T00:00:00'))
})

test('a month is over an hour after its end', () => {
  expect(isOver('2026-11', at('2026-12-01T00:59:59'))).toBe(false)
  expect(isOver('2026-11', at('2026-12-01T01:00:00'))).toBe(true)
})

test('the months of a ledger have no gaps, also over a new year; without entries there is the current one', () => {
  expect(monthsUntil(at('2026-11-30T23:59:59'), at('2027-02-01T00:00:00'))).toEqual(['2027-02', '2027-01', '2026-12', '2026-11'])
  expect(monthsUntil(undefined, at('2026-11-05T00:00:00'))).toEqual(['2026-11'])
})

test.each(['2026-13', '2026-1', '0000-01', '2026-11-01', ''])('%j is no month', (month) =>
  expect(v.safeParse(Month, month).success).toBe(false),
)

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [123_456, '1234.56'],
  [-30, '-0.30'],
])('%d cents are written as %s', (cents, written) => expect(decimal(cents)).toBe(written))

test('a transaction has one name, with its order where it has one', () => {
  expect(transactionId('ord_1', 'capture')).toBe('ord_1:capture')
  expect(transactionId(null, 'payout:pol_1')).toBe('payout:pol_1')
  expect(kindOfTransaction('refund:re_1:failed', 'refund')).toBe('refund-failed')
  expect(kindOfTransaction('refund:re_1', 'refund')).toBe('refund')
})

test.each(['', ' ', '.1', '=1', '10 00', '1-0', 'é', '1'.repeat(21)])('%j is no code of an account', (cash) =>
  expect(v.safeParse(AccountCodes, { ...DEFAULT_CODES, cash }).success).toBe(false),
)

test.each(['1000', '4.10.A', ' 1 '.trim(), 'x'.repeat(20)])('%j is a code of an account', (cash) =>
  expect(v.parse(AccountCodes, { ...DEFAULT_CODES, cash })).toMatchObject({ cash }),
)
