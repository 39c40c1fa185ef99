import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { EditListing, edited, needsReview } from './edit.ts'

const telegram = { contactType: 'telegram', telegramUrl: 'https://t.me/ada_lim' } as const

describe('what an edit makes of a listing', () => {
  test.each([
    ['nothing', {}, {}],
    ['what stands already', { bio: sampleListing().bio ?? '', stage: ['Seed'] }, {}],
    ['a text', { bio: 'Another life' }, { bio: 'Another life' }],
    ['a price, and 0 is one', { price: cents(0) }, { price: 0 }],
    ['no price', { price: null }, { price: null }],
    ['a price that is raised fivefold', { price: cents(25_000) }, { price: 25_000 }],
    ['another picture', { logoUrl: null }, {}],
    ['no charity any more', { donateToCharity: false }, { donateToCharity: false, charityOfChoice: null }],
  ] as [string, EditListing, object][])('%s counts at once', (_, wanted, change) => {
    const outcome = edited(sampleListing({ price: cents(5000), donateToCharity: true, charityOfChoice: 'Keys' }), wanted)
    expect(outcome).toEqual({ change })
    expect(needsReview(outcome)).toBe(false)
  })

  test.each([
    ['another meeting link', { meetingLink: 'https://cal.example/new' }, { contactHandle: 'https://cal.example/new' }],
    ['another Telegram name', telegram, { contactHandle: 'https://t.me/ada_lim' }],
    ['another website', { websiteUrl: 'https://evil.example' }, {}],
    ['a price more than five times the approved one', { price: cents(25_001) }, {}],
  ] as [string, EditListing, object][])('%s takes an approved listing back to the review', (_, wanted, more) => {
    const outcome = edited(sampleListing({ price: cents(9000), approvedPrice: cents(5000) }), wanted)
    expect(outcome.change).toEqual({ ...wanted, ...more, isVerified: false, reviewStatus: 'pending', reviewReason: null })
    expect(needsReview(outcome)).toBe(true)
  })

  test('many small raises are measured by the approved price, and up to $100 by none', () => {
    const listing = sampleListing({ price: cents(24_000), approvedPrice: cents(5000) })
    expect(needsReview(edited(listing, { price: cents(30_000) }))).toBe(true)
    expect(needsReview(edited(sampleListing({ price: cents(100), approvedPrice: cents(100) }), { price: cents(10_000) }))).toBe(
      false,
    )
  })

  test.each(['fundName', 'partnerName'] as const)('another %s takes an approved listing back to the review', (field) => {
    const outcome = edited(sampleListing(), { [field]: 'Somebody else' })
    expect(outcome.change).toEqual({ [field]: 'Somebody else', isVerified: false, reviewStatus: 'pending', reviewReason: null })
    expect(needsReview(outcome)).toBe(true)
  })

  test.each(['pending', 'rejected', 'revoked'] as const)('a name of one that is %s leaves its review alone', (reviewStatus) => {
    const outcome = edited(sampleListing({ isVerified: false, reviewStatus }), { partnerName: 'Somebody else' })
    expect(outcome).toEqual({ change: { partnerName: 'Somebody else' } })
  })

  test.each([
    ['the link, where that is the way', { meetingLink: null }, 'Meeting link is required'],
    [
      'Telegram, without a name for it',
      { contactType: 'telegram', telegramUrl: null },
      'Please enter a Telegram name such as @name',
    ],
  ] as [string, EditListing, string][])('no listing is left without a way to its owner: %s', (_, wanted, refusal) => {
    expect(edited(sampleListing(), wanted)).toEqual({ change: {}, refusal })
  })
})

test('a field that is left out stays left out, and what a server owns is not read', () => {
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
  // Read once on the device and once more on the server.
  expect(v.parse(EditListing, once)).toEqual(once)
})
