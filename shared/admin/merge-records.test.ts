import { describe, expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { filledFields, mergeRefusal } from './merge-records.ts'

const blank = {
  ...{ name: 'Ida Sol', fund: null, title: null, location: null, investmentThesis: null, bio: null, portfolioPerformance: null },
  ...{ stages: [], sectors: [], price: null, limit: null, donateToCharity: false, isVentureCapital: true, isAngel: false },
  ...{ fundWebsite: null, isVerified: false },
  ...{ email: null, telegram: null, meetingLink: null, linkedinUrl: null, twitterUrl: null, website: null },
}

describe('the fields of a record that stays', () => {
  test('are kept, and empty texts, lists and contact details are filled from the other one', () => {
    const into = { ...blank, bio: 'Own', stages: ['Seed'], email: 'own@x.example' }
    const from = {
      ...{ ...blank, bio: 'Other', location: 'Oslo', stages: ['Series A'], sectors: ['AI'] },
      ...{ email: 'other@x.example', telegram: '@ida' },
    }
    expect(filledFields(into, from)).toEqual({ location: 'Oslo', sectors: ['AI'], telegram: '@ida' })
  })

  test('are not filled with a price, a limit, a kind or an agreement: of these an empty one has a meaning', () => {
    const from = { ...blank, name: 'Other', price: cents(900), limit: 3, isAngel: true, isVerified: true, donateToCharity: true }
    expect(filledFields(blank, from)).toEqual({})
  })

  test('stay empty where both are', () => {
    expect(filledFields(blank, { ...blank, bio: '' })).toEqual({})
  })
})

describe('a merge', () => {
  const from = { id: 'recA' as VcId, isListed: true, replacedBy: null, mergedInto: null, hasProfile: false }
  const into = { id: 'recB' as VcId, isListed: true, replacedBy: null, mergedInto: null }
  const other = 'recC' as VcId
  test.each([
    ['of two records', {}, {}, undefined],
    ['of a record that is not listed any more', { isListed: false }, {}, undefined],
    ['into a record that a listing has replaced', {}, { isListed: false, replacedBy: other }, undefined],
    ['of a record into itself', {}, { id: from.id }, 'records.same'],
    ['of a record that was merged', { mergedInto: other }, {}, 'records.merged'],
    ['into a record that was merged', {}, { mergedInto: other }, 'records.merged'],
    ['of a record that a listing has replaced', { hasProfile: true }, {}, 'records.has-profile'],
    ['into a record that is not listed', {}, { isListed: false }, 'records.not-listed'],
  ])('%s is decided by what both are', (_, changedFrom, changedInto, refusal) => {
    expect(mergeRefusal({ ...from, ...changedFrom }, { ...into, ...changedInto })).toBe(refusal)
  })
})
