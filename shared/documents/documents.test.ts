import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { creditedBy, openInvoices } from './balance.ts'
import { BillingDetails, NO_BILLING } from './billing.ts'
import { documentNumber, type OrderDocument } from './contract.ts'
import { correctionOf } from './correction.ts'
import { amountsOf } from './lines.ts'
import { isVatIdOf } from './vat-id.ts'

test('numbers have six digits, and more where they are needed', () => {
  expect(documentNumber('invoice', 2026, 1)).toBe('INV-2026-000001')
  expect(documentNumber('credit-note', 2027, 1_234_567)).toBe('CN-2027-1234567')
})

test.each([
  ['AT', 'ATU12345678', true],
  ['BE', 'BE0123456789', true],
  ['BE', 'BE2123456789', false],
  ['CH', 'CHE123456789MWST', true],
  ['DE', 'DE123456789', true],
  ['DE', 'DE12345678', false],
  ['DE', 'FR12345678901', false],
  ['ES', 'ESX1234567X', true],
  ['FR', 'FRK7123456789', true],
  ['GB', 'GB123456789', true],
  ['GB', 'XI123456789', true],
  ['GR', 'EL123456789', true],
  ['GR', 'GR123456789', false],
  ['IE', 'IE1234567WA', true],
  ['NL', 'NL123456789B01', true],
  ['NO', 'NO123456789MVA', true],
  ['US', '123456789', true],
  ['US', '<b>', false],
  ['DE', '', true],
])('%s %s: %s', (country, vatId, isValid) => {
  expect(isVatIdOf(country, vatId)).toBe(isValid)
})

describe('details of a buyer', () => {
  const read = (parts: object) => v.safeParse(BillingDetails, { ...NO_BILLING, ...parts })

  test.each([
    ['separators of a VAT id', { country: 'DE', vatId: ' de 123.456-789 ' }, { vatId: 'DE123456789' }],
    ['spaces and invisible characters', { name: '  Grove\u202e  GmbH ' }, { name: 'Grove GmbH' }],
    ['empty lines of an address', { address: ' 1 Rain Street \r\n\n  Berlin ' }, { address: '1 Rain Street\nBerlin' }],
  ])('%s are cleaned', (_, typed, stored) => {
    expect(read(typed).output).toMatchObject(stored)
  })

  test.each([
    ['a VAT id without a country', { vatId: 'DE123456789' }, 'country'],
    ['a VAT id of another country', { country: 'FR', vatId: 'DE123456789' }, 'vatId'],
    ['an unknown country', { country: 'XX' }, 'country'],
    ['six lines', { address: '1\n2\n3\n4\n5\n6' }, 'address'],
    ['a long name', { name: 'x'.repeat(201) }, 'name'],
  ])('%s is refused at its field', (_, typed, field) => {
    const { issues } = read(typed)
    expect(issues?.map((issue) => v.getDotPath(issue))).toEqual([field])
  })
})

const invoice = (number: string, amount: number, reason = 'payment') => ({
  ...{ number, kind: 'invoice' as const, corrects: [], amount: cents(amount), reason, issuedAt: '2026-11-02T10:00:00.000Z' },
})
const credit = (corrects: string[], amount: number) => ({
  ...invoice('CN', amount, 'refund'),
  kind: 'credit-note' as const,
  corrects,
})

test('a credit note takes from the invoices that it names, the first one first', () => {
  const issued = [invoice('A', 100), credit(['A'], 30), invoice('B', 30)]
  expect(openInvoices(issued)).toEqual([
    { number: 'B', left: 30 },
    { number: 'A', left: 70 },
  ])
  expect(creditedBy(openInvoices(issued), cents(30))).toEqual(['B'])
  expect(creditedBy(openInvoices(issued), cents(31))).toEqual(['B', 'A'])
  expect(openInvoices([...issued, credit(['B', 'A'], 40)])).toEqual([{ number: 'A', left: 60 }])
})

test('a correction is possible for a year, five times, and while something is left', () => {
  const now = new Date('2027-11-02T10:00:00.000Z')
  expect(correctionOf([invoice('A', 100), credit(['A'], 30)], now)).toEqual({ numbers: ['A'], amount: 70, tax: 0 })
  expect(correctionOf([invoice('A', 100)], new Date('2027-11-02T10:00:00.001Z'))).toBeUndefined()
  expect(correctionOf([invoice('A', 100), credit(['A'], 100)], now)).toBeUndefined()
  const corrected = (times: number) => Array.from({ length: times }, (_, at) => invoice(`C${at}`, 100, 'correction'))
  expect(correctionOf([invoice('A', 100), ...corrected(4)], now)).toBeDefined()
  expect(correctionOf([invoice('A', 100), ...corrected(5)], now)).toBeUndefined()
  expect(correctionOf([], now)).toBeUndefined()
})

test('the amounts of a document add up, and a line names the tax or who owes it', () => {
  const tax = (amount: number, isReverseCharge = false) => ({
    amount: cents(amount),
    percent: '19',
    country: 'DE',
    isReverseCharge,
  })
  const print = (parts: object) =>
    amountsOf({ kind: 'invoice', amount: cents(11_900), ...parts } as OrderDocument, (code) => code)
  expect(print({})).toEqual({ item: '$119.00', taxes: [], total: '$119.00' })
  expect(print({ tax: tax(0) })).toEqual({ item: '$119.00', taxes: [], total: '$119.00' })
  expect(print({ tax: tax(1900) })).toEqual({ item: '$100.00', taxes: [['Tax 19% (DE)', '$19.00']], total: '$119.00' })
  expect(print({ kind: 'credit-note', tax: tax(1900) })).toEqual({
    ...{ item: '-$100.00', taxes: [['Tax 19% (DE)', '-$19.00']], total: '-$119.00' },
  })
  expect(print({ tax: tax(0, true) }).taxes).toEqual([['Reverse charge: the buyer owes the tax', '$0.00']])
})
