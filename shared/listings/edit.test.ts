import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { applyEdit, EditListing, needsReview } from './edit.ts'

const telegram = { contactType: 'telegram', telegramUrl: 'https://t.me/ada_lim' } as const

describe('the effect of an edit on a listing', () => {
  test.each([
    ['nothing', {}, {}],
    ['unchanged values', { bio: sampleListing().bio ?? '', stage: ['Seed'] }, {}],
    ['a text', { bio: 'Another life' }, { bio: 'Another life' }],
    ['a price of 0', { price: cents(0) }, { price: 0 }],
    ['no price', { price: null }, { price: null }],
    ['a price raised fivefold', { price: cents(25_000) }, { price: 25_000 }],
    ['another picture', { logoUrl: null }, {}],
    ['no charity any more', { donateToCharity: false }, { donateToCharity: false, charityOfChoice: null }],
  ] as [string, EditListing, object][])('%s takes effect immediately', (_, edit, change) => {
    const outcome = applyEdit(sampleListing({ price: cents(5000), donateToCharity: true, charityOfChoice: 'Keys' }), edit)
    expect(outcome).toEqual({ change })
    expect(needsReview(outcome)).toBe(false)
  })

  test.each([
    ['another meeting link', { meetingLink: 'https://cal.example/new' }, { contactHandle: 'https://cal.example/new' }],
    ['another Telegram name', telegram, { contactHandle: 'https://t.me/ada_lim' }],
    ['another website', { websiteUrl: 'https://evil.example' }, {}],
    ['a price more than five times the approved one', { price: cents(25_001) }, {}],
  ] as [string, EditListing, object][])('%s returns an approved listing to review', (_, edit, more) => {
    const outcome = applyEdit(sampleListing({ price: cents(9000), approvedPrice: cents(5000) }), edit)
    expect(outcome.change).toEqual({ ...edit, ...more, isVerified: false, reviewStatus: 'pending', reviewReason: null })
    expect(needsReview(outcome)).toBe(true)
  })

  test('many small raises are compared with the approved price, and prices up to $100 with none', () => {
    const listing = sampleListing({ price: cents(24_000), approvedPrice: cents(5000) })
    expect(needsReview(applyEdit(listing, { price: cents(30_000) }))).toBe(true)
    expect(
      needsReview(applyEdit(sampleListing({ price: cents(100), approvedPrice: cents(100) }), { price: cents(10_000) })),
    ).toBe(false)
  })

  test.each(['fundName', 'partnerName'] as const)('another %s returns an approved listing to review', (field) => {
    const outcome = applyEdit(sampleListing(), { [field]: 'Somebody else' })
    expect(outcome.change).toEqual({ [field]: 'Somebody else', isVerified: false, reviewStatus: 'pending', reviewReason: null })
    expect(needsReview(outcome)).toBe(true)
  })

  test.each(['pending', 'rejected', 'revoked'] as const)(
    'a new name of a listing that is %s does not change its review',
    (reviewStatus) => {
      const outcome = applyEdit(sampleListing({ isVerified: false, reviewStatus }), { partnerName: 'Somebody else' })
      expect(outcome).toEqual({ change: { partnerName: 'Somebody else' } })
    },
  )

  test.each([
    ['the link, where it is the channel', { meetingLink: null }, 'Meeting link is required'],
    [
      'Telegram, without a name for it',
      { contactType: 'telegram', telegramUrl: null },
      'Please enter a Telegram name such as @name',
    ],
  ] as [string, EditListing, string][])('an edit cannot remove the contact channel: %s', (_, edit, message) => {
    expect(applyEdit(sampleListing(), edit)).toMatchObject({ change: {}, refusal: { code: 'owners.no-contact', message } })
  })
})

test('an absent field stays absent, and server-owned fields are ignored', () => {
  expect(v.parse(EditListing, {})).toEqual({})
  expect(v.parse(EditListing, { isVerified: true, reviewStatus: 'approved', userId: 'usr_1', id: 'vc_1', price: 50 })).toEqual({
    price: 50,
  })
  const once = v.parse(EditListing, {
    telegramUrl: '@ada_lim',
    meetingLink: 'cal.example/ada',
    twitterUrl: 'ada',
    websiteUrl: '',
  })
  expect(once).toMatchObject({ telegramUrl: 'https://t.me/ada_lim', meetingLink: 'https://cal.example/ada', websiteUrl: null })
  // Parsed once on the device and again on the server.
  expect(v.parse(EditListing, once)).toEqual(once)
})

test('an angel without a meeting link can edit the rest of the listing, and a VC cannot', () => {
  const bare = { meetingLink: null, contactHandle: null }
  const angel = sampleListing({ ...bare, isAngel: true, isVentureCapital: false })
  expect(applyEdit(angel, { bio: 'Another life' })).toEqual({ change: { bio: 'Another life' } })
  const fund = sampleListing({ ...bare, isVentureCapital: true })
  expect(applyEdit(fund, { bio: 'Another life' })).toEqual({
    change: {},
    refusal: { code: 'owners.no-contact', field: 'meetingLink', message: 'Meeting link is required' },
  })
})

test('an angel can remove the portfolio, and a fund cannot', () => {
  const edit = v.parse(EditListing, { portfolioPerformance: ' ' })
  expect(edit).toEqual({ portfolioPerformance: null })
  const refusal = { code: 'owners.no-portfolio', field: 'portfolioPerformance' }
  expect(applyEdit(sampleListing({ isAngel: true, isVentureCapital: false }), edit)).toEqual({ change: edit })
  expect(applyEdit(sampleListing(), edit)).toEqual({ change: {}, refusal })
  // An angel without one who becomes a fund.
  const angel = sampleListing({ portfolioPerformance: null, isAngel: true, isVentureCapital: false })
  expect(applyEdit(angel, { isVentureCapital: true })).toEqual({ change: {}, refusal })
  // A listing that is older than the rule.
  expect(applyEdit(sampleListing({ portfolioPerformance: null }), { bio: 'Another life' }).refusal).toBeUndefined()
})
