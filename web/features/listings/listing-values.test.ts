import { describe, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { dollars, readChange, valuesOf } from './listing-values.ts'

const listing = sampleListing({ price: cents(7550), telegramUrl: 'https://t.me/ada_lim' })
const values = valuesOf(listing)
const read = (over: Partial<typeof values>) => readChange(values, { ...values, ...over })

describe('the request of a form', () => {
  test('contains the changed fields, as the contract defines them', () => {
    expect(read({})).toEqual({ change: {} })
    expect(read({ price: '$1,200.5', bio: ' New words ', stage: ['Seed', 'Angel'] })).toEqual({
      change: { price: 120_050, bio: 'New words', stage: ['Angel', 'Seed'] },
    })
    expect(read({ price: '', websiteUrl: 'kestrel.example', telegramUrl: 'ada_new' })).toEqual({
      change: { price: null, websiteUrl: 'https://kestrel.example/', telegramUrl: 'https://t.me/ada_new' },
    })
  })

  test('is empty while a field is invalid, and each invalid field has a message', () => {
    expect(read({ price: 'free', weeklyIntroLimit: '0', sectors: [], bio: '', meetingLink: 'javascript:alert(1)' })).toEqual({
      errors: {
        price: 'Price must be a number',
        weeklyIntroLimit: 'Weekly intro limit must be at least 1',
        sectors: 'Please select at least one sector',
        bio: 'Bio is required',
        meetingLink: 'Please enter a link such as https://example.com',
      },
    })
  })

  test('may leave out the portfolio, which an angel has none of', () => {
    expect(read({ portfolioPerformance: '' })).toEqual({ change: { portfolioPerformance: null } })
  })

  test('ignores unchanged fields that are invalid under a newer rule', () => {
    const bare = valuesOf(sampleListing({ bio: null, sectors: [] }))
    expect(readChange(bare, { ...bare, price: '20' })).toEqual({ change: { price: 2000 } })
  })
})

test.each([
  ['75', 7500],
  ['$0.30', 30],
  [' 1,234.5 ', 123_450],
  ['', undefined],
  ['ten', undefined],
])('%j is %j cents', (text, amount) => {
  expect(dollars(text)).toBe(amount)
})
