import * as v from 'valibot'
import { MAX_PROSE } from '#shared/applications/contract.ts'
import { readOrNone } from '#shared/read-or-none.ts'
import { type MergeBudget, mergeBudget, mergeText } from '#shared/sync/merge-text.ts'
import type { OwnListing } from './contract.ts'
import type { EditListing } from './edit.ts'

const prose = ['fundDescription', 'bio', 'investmentThesis', 'portfolioPerformance'] as const
/** Free texts of a listing: what a person has written in one of them is never overwritten by a device that had not seen it. */
const texts = [
  ...prose,
  'fundName',
  'partnerName',
  'position',
  'location',
  'email',
  'investmentTag',
  'meetingLink',
  'telegramUrl',
  'linkedinUrl',
  'twitterUrl',
  'websiteUrl',
  'charityOfChoice',
] as const
type Text = (typeof texts)[number]

/** Longer than any link. */
const MAX_SEEN = 4100
const ListingBase = v.record(v.picklist(texts), v.nullable(v.pipe(v.string(), v.maxLength(MAX_SEEN))))
export type ListingBase = Partial<Record<Text, string | null>>

/** The texts that somebody looks at while they change them, as the base of that change. */
export const listingBaseOf = (shown: OwnListing, change: EditListing): ListingBase =>
  Object.fromEntries(textsIn(change).map((field) => [field, shown[field]]))

/** The texts that a change names, as they are to be. */
export const listingTextsOf = (change: EditListing): ListingBase =>
  Object.fromEntries(textsIn(change).map((field) => [field, change[field]]))

const textsIn = (change: EditListing) => texts.filter((field) => change[field] !== undefined)

/**
 * The base of a refused edit that is sent again by a person who saw the stored texts.
 *
 * @param shown  the listing as the device shows it. A text in it that is the wanted one may still be the edit's own effect, so its
 *   base stays the earlier one.
 */
export function chosenListingBase(shown: OwnListing, { change, base }: { change: EditListing; base: unknown }): ListingBase {
  const before = readBase(base)
  const isDifferent = (field: Text) => (shown[field] ?? '') !== (change[field] ?? '')
  return Object.fromEntries(
    textsIn(change).flatMap((field) => {
      if (isDifferent(field)) return [[field, shown[field]]]
      return field in before ? [[field, before[field]]] : []
    }),
  )
}

/**
 * Works an edit into what is stored. Long texts become one where both sides changed other words of them.
 *
 * @param base  what the writer had seen. A field that it does not name is merged as if nothing had been seen of it, so that no
 *   other text is overwritten.
 * @param budget  of all its texts together
 * @returns `isChangedElsewhere`: two devices changed the same words, and nothing of the edit is to be made
 */
export function mergeListingEdit(
  stored: OwnListing,
  { change, base }: { change: EditListing; base: unknown },
  budget: MergeBudget = mergeBudget(),
): { change: EditListing; isChangedElsewhere: boolean } {
  const seen = readBase(base)
  const merged: EditListing = { ...change }
  for (const field of texts) {
    if (change[field] === undefined) continue
    const sides = { seen: seen[field], theirs: stored[field] ?? '', mine: change[field] ?? '' }
    const text = mergeField(field, sides, budget)
    if (text === undefined) return { change, isChangedElsewhere: true }
    if (text === (stored[field] ?? '')) delete merged[field]
    else if (text !== (change[field] ?? '')) Object.assign(merged, { [field]: text })
  }
  return { change: merged, isChangedElsewhere: false }
}

type Sides = { seen: string | null | undefined; theirs: string; mine: string }

function mergeField(field: Text, { seen, theirs, mine }: Sides, budget: MergeBudget): string | undefined {
  const base = seen === undefined ? undefined : (seen ?? '')
  if (mine === theirs || base === mine) return theirs
  if (base === theirs || theirs === '') return mine
  if (mine === '') return theirs
  if (!(prose as readonly string[]).includes(field)) return undefined
  const merged = mergeText(base, theirs, mine, budget)
  return merged !== undefined && merged.length <= MAX_PROSE ? merged : undefined
}

/** One that cannot be read explains nothing: a text that differs stays then. */
function readBase(base: unknown): ListingBase {
  return readOrNone(ListingBase, base) ?? {}
}
