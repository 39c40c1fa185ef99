import { describe, expect, test } from 'vitest'
import { searchTermsOf } from './search-terms.ts'

describe('a query of an admin', () => {
  test.each([
    ['T-000042', 42, undefined],
    ['t-42', 42, undefined],
    ['42', 42, 42],
    ['LK-000042', undefined, 42],
    ['Ada 42', undefined, undefined],
  ])('%s names ticket %s and receipt %s', (query, ticketNumber, receiptNumber) => {
    expect(searchTermsOf(query)).toMatchObject({ ticketNumber, receiptNumber })
  })

  test.each([
    ['INV-2026-000042', 'INV-2026-000042'],
    ['inv-2026-42', 'INV-2026-000042'],
    ['cn-2027-1234567', 'CN-2027-1234567'],
    ['INV-2026', undefined],
    ['LK-000042', undefined],
  ])('%s names the document %s', (query, documentNumber) => {
    expect(searchTermsOf(query).documentNumber).toBe(documentNumber)
  })

  test('is words of a name, each a beginning, without the signs of a query', () => {
    expect(searchTermsOf("Ada  O'Ne & !x:*").words).toBe('ada:* & o:* & ne:* & x:*')
    expect(searchTermsOf('&|!').words).toBeUndefined()
  })

  test('is no name when it is an email address', () => {
    expect(searchTermsOf('Ada@Example.com')).toMatchObject({ email: 'ada@example.com', words: undefined })
  })

  test('names a charge by its beginning only', () => {
    expect(searchTermsOf('ch_3Mml').chargeId).toBe('ch_3Mml')
    expect(searchTermsOf('chloe').chargeId).toBeUndefined()
  })
})
