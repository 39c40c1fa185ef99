import { expect, test } from 'vitest'
import { mergeBudget, spentOf } from '#shared/sync/merge-text.ts'
import type { OwnListing } from './contract.ts'
import type { EditListing } from './edit.ts'
import { chosenListingBase, listingBaseOf, listingTextsOf, mergeListingEdit } from './merge-edit.ts'

type Texts = Partial<Pick<OwnListing, 'bio' | 'investmentThesis' | 'position' | 'websiteUrl'>>
const listing = (texts: Texts) => texts as OwnListing

const UNSEEN = undefined

test.each<[what: string, stored: Texts, change: EditListing, base: unknown, becomes: EditListing | 'refused']>([
  ['a text that its writer had seen is replaced', { bio: 'Old' }, { bio: 'New' }, { bio: 'Old' }, { bio: 'New' }],
  [
    'a text that its writer had seen is removed',
    { websiteUrl: 'a' },
    { websiteUrl: null },
    { websiteUrl: 'a' },
    { websiteUrl: null },
  ],
  ['a text that its writer had not seen is kept', { bio: 'Theirs' }, { bio: 'Mine' }, { bio: 'Old' }, 'refused'],
  ['no base: an empty text is filled', { bio: null }, { bio: 'New' }, UNSEEN, { bio: 'New' }],
  ['no base: the same text is no change', { bio: 'Same' }, { bio: 'Same' }, UNSEEN, {}],
  [
    'no base: a text that contains the stored one replaces it',
    { bio: 'Seed.' },
    { bio: 'Seed. Series A.' },
    UNSEEN,
    { bio: 'Seed. Series A.' },
  ],
  [
    'no base: a text that is contained in the stored one changes nothing',
    { bio: 'Seed. Series A.' },
    { bio: 'Seed.' },
    UNSEEN,
    {},
  ],
  ['no base: a different text is kept', { bio: 'Theirs' }, { bio: 'Mine' }, UNSEEN, 'refused'],
  ['no base: nothing is removed', { websiteUrl: 'a' }, { websiteUrl: null }, UNSEEN, {}],
  ['no base: single lines are not merged', { position: 'Partner' }, { position: 'Partner, Berlin' }, UNSEEN, 'refused'],
  [
    'no base: a value that is not a text takes effect',
    { bio: 'Theirs' },
    { price: 700 as never },
    UNSEEN,
    { price: 700 as never },
  ],
  ['a base of another field is ignored', { bio: 'Theirs' }, { bio: 'Mine' }, { position: 'x' }, 'refused'],
])('%s', (_what, stored, change, base, becomes) => {
  const merged = mergeListingEdit(listing(stored), { change, base })
  expect(merged.isChangedElsewhere ? 'refused' : merged.change).toEqual(becomes)
})

test('the base of a change and its texts contain only the texts that it changes', () => {
  const change = { bio: 'New', websiteUrl: null, price: 700 as never }
  expect(listingBaseOf(listing({ bio: 'Old', websiteUrl: 'a', position: 'Partner' }), change)).toEqual({
    bio: 'Old',
    websiteUrl: 'a',
  })
  expect(listingTextsOf(change)).toEqual({ bio: 'New', websiteUrl: null })
})

test('a refused edit that is sent again is based on the texts that its writer saw, and not on a third one', () => {
  const change = { position: 'Partner' }
  const base = chosenListingBase(listing({ position: 'Principal' }), { change, base: { position: 'Analyst' } })
  expect(mergeListingEdit(listing({ position: 'Principal' }), { change, base })).toEqual({ change, isChangedElsewhere: false })
  expect(mergeListingEdit(listing({ position: 'Founder' }), { change, base }).isChangedElsewhere).toBe(true)
})

test('a refused text that is still shown optimistically keeps its base', () => {
  const change = { position: 'Partner', bio: 'Mine' }
  const shown = listing({ position: 'Partner', bio: 'Theirs' })
  expect(chosenListingBase(shown, { change, base: { position: 'Analyst', bio: 'Old' } })).toEqual({
    position: 'Analyst',
    bio: 'Theirs',
  })
  expect(chosenListingBase(shown, { change, base: undefined })).toEqual({ bio: 'Theirs' })
})

test('the texts of one edit share one merge budget, on the device and on the server', () => {
  const [base, theirs, mine] = ['One. Two. Three.', 'One more. Two. Three.', 'One. Two. Three more.']
  const merge = (field: 'bio' | 'investmentThesis', of: typeof base) => ({ bio: of, ...(field !== 'bio' && { [field]: of }) })
  const edit = (field: 'bio' | 'investmentThesis', budget = mergeBudget()) => {
    const stored = listing(merge(field, theirs))
    const { isChangedElsewhere } = mergeListingEdit(stored, { change: merge(field, mine), base: merge(field, base) }, budget)
    return { isChangedElsewhere, steps: spentOf(budget) }
  }
  const { steps, ...one } = edit('bio')
  expect([one, edit('bio', { steps }), edit('investmentThesis')]).toMatchObject(Array(3).fill({ isChangedElsewhere: false }))
  expect(edit('investmentThesis', { steps })).toMatchObject({ isChangedElsewhere: true })
})
