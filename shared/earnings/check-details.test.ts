import { expect, test } from 'vitest'
import { detailsProblems, maskDetails, maskedLine, normaliseDetails } from './check-details.ts'
import { hasIbans, ibanRefusal, inGroups } from './iban.ts'
import type { PayoutDetails } from './payout-details.ts'

const iban = (text: string, country = text.trim().slice(0, 2).toUpperCase()): PayoutDetails => ({
  kind: 'iban',
  holder: 'Grace Hopper',
  country,
  iban: text,
})
const account = (change: Partial<PayoutDetails & { kind: 'account-number' }> = {}): PayoutDetails => ({
  kind: 'account-number',
  holder: 'Grace Hopper',
  country: 'US',
  accountNumber: '000123456789',
  routing: '021000021',
  bic: 'CHASUS33',
  ...change,
})
const problemsOf = (details: PayoutDetails) =>
  detailsProblems(normaliseDetails(details)).map(({ path, message }) => `${path}: ${message}`)

// Examples of the IBAN registry.
test.each([
  'DE89 3704 0044 0532 0130 00',
  'gb29 nwbk 6016 1331 9268 19',
  'FR14 2004 1010 0505 0001 3M02 606',
  'NO93-8601-1117-947',
  'PT50 0002 0123 1234 5678 9015 4',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'CH93 0076 2011 6238 5295 7',
])('%s is accepted, with spaces, hyphens and small letters', (text) => {
  expect(problemsOf(iban(text))).toEqual([])
})

test.each<[what: string, details: PayoutDetails, problem: RegExp]>([
  ['two digits swapped', iban('DE89 3704 0044 0532 0310 00'), /^iban: A character of this IBAN is wrong/],
  [
    'a missing digit',
    iban('DE89 3704 0044 0532 0130 0'),
    /^iban: An IBAN that starts with DE has 22 characters. This one has 21/,
  ],
  ['a country without IBANs', iban('US64 0210 0002 1000 1234'), /^iban: No country has IBANs that start like this/],
  ['an account number', iban('0532013000', 'DE'), /^iban: An IBAN starts with two letters/],
  ['nothing', iban('', 'DE'), /^iban: Enter the IBAN/],
  ['another country', iban('DE89370400440532013000', 'FR'), /^iban: This IBAN starts with DE, which is another country/],
  ['no holder', { ...iban('DE89370400440532013000'), holder: ' ' }, /^holder: Enter the name/],
  ['no country', iban('DE89370400440532013000', ''), /^country: Select the country/],
  ['an unknown country', account({ country: 'ZZ', bic: 'CHASZZ33' }), /^country: Select the country/],
  ['a wrong US routing number', account({ routing: '021000022' }), /^routing: A digit of this number is wrong/],
  ['a US account without one', account({ routing: ' ' }), /^routing: Enter the code of your bank: nine digits/],
  ['a short sort code', account({ country: 'GB', routing: '20-00-0', bic: 'BARCGB22' }), /^routing: This code has six digits/],
  ['a short account number', account({ accountNumber: '12' }), /^accountNumber: An account number has 5 to 34/],
  ['no BIC', account({ bic: '' }), /^bic: Enter the BIC/],
  ['a BIC of seven characters', account({ bic: 'CHASUS3' }), /^bic: A BIC has 8 or 11 characters/],
  ['a BIC of another country', account({ bic: 'DEUTDEFF' }), /^bic: The BIC names a bank in another country \(DE\)/],
])('%s: the message names the field and the remedy', (_what, details, problem) => {
  const problems = problemsOf(details)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(problem)
})

test('an account number is accepted with the codes that its country uses', () => {
  expect(problemsOf(account())).toEqual([])
  expect(problemsOf(account({ country: 'GB', routing: '20-00-00', bic: 'BARCGB22' }))).toEqual([])
  expect(problemsOf(account({ country: 'IN', routing: 'HDFC0001234', bic: 'HDFCINBB' }))).toEqual([])
  expect(problemsOf(account({ country: 'JP', routing: '', bic: 'BOTKJPJT' }))).toEqual([])
})

test('a territory uses the IBANs of the country that its banks belong to', () => {
  expect(hasIbans('RE')).toBe(true)
  expect(problemsOf(iban('FR1420041010050500013M02606', 'RE'))).toEqual([])
  expect(problemsOf(iban('GB29NWBK60161331926819', 'JE'))).toEqual([])
  expect(hasIbans('US')).toBe(false)
})

test('a masked form has the last four characters only', () => {
  const masked = maskDetails(normaliseDetails(iban('DE89 3704 0044 0532 0130 00')))
  expect(masked).toEqual({ kind: 'iban', holder: 'Grace Hopper', country: 'DE', lastFour: '3000' })
  expect(maskedLine(masked)).toBe('DE •••• 3000')
  expect(inGroups('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
})

test('a text of any length has a refusal', () => {
  expect(ibanRefusal('DE')).toEqual({ refusal: 'characters' })
  expect(ibanRefusal(`DE89${'9'.repeat(60)}`)).toEqual({ refusal: 'length', length: 22 })
})
