import * as v from 'valibot'
import { MAX_PROSE } from '#shared/applications/contract.ts'
import { readOrNone } from '#shared/read-or-none.ts'
import { type MergeBudget, mergeBudget, mergeText } from '#shared/sync/merge-text.ts'
import type { OwnListing } from './contract.ts'
import type { EditListing } from './edit.ts'

const prose = ['fundDescription', 'bio', 'investmentThesis', 'portfolioPerformance'] as const
/** Free texts of a listing: a text of the user is never overwritten by a device that had not seen it. */
const texts = [
  ...prose,
  'fundName',
  'partnerName',
  'position',
  'location',
  'email',
  'investmentTag',
  'meetingLink',
  'callLink',
  'telegramUrl',
  'linkedinUrl',
  'twitterUrl',
  'websiteUrl',
  'charityOfChoice',
] as const
type Text = (typeof texts)[number]

/** Fields of an edit with free text that are not merged: pictures and choices are replaced. */
type Replaced = 'logoUrl' | 'timeZone'
type FreeText = {
  [Field in keyof EditListing]-?: string extends NonNullable<EditListing[Field]> ? Field : never
}[keyof EditListing]
/** Does not compile when a new text is missing in the list above: it would be overwritten by a device that had not seen it. */
const isComplete: Exclude<FreeText, Text | Replaced> extends never ? true : Exclude<FreeText, Text | Replaced> = true
void isComplete

/** Longer than any link. */
const MAX_SEEN = 4100
const ListingBase = v.record(v.picklist(texts), v.nullable(v.pipe(v.string(), v.maxLength(MAX_SEEN))))
export type ListingBase = Partial<Record<Text, string | null>>

/** The texts shown while a user edits them, as the base of that change. */
export const listingBaseOf = (shown: OwnListing, change: EditListing): ListingBase =>
  Object.fromEntries(textsIn(change).map((field) => [field, shown[field]]))

/** The new texts of a change. */
export const listingTextsOf = (change: EditListing): ListingBase =>
  Object.fromEntries(textsIn(change).map((field) => [field, change[field]]))

const textsIn = (change: EditListing) => texts.filter((field) => change[field] !== undefined)

/**
 * The base of a refused edit that is sent again by a user who saw the stored texts.
 *
 * @param shown  the listing as the device shows it. A shown text equal to the new one may still be the edit's own optimistic
 * effect, so its base stays the earlier one.
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
 * Merges an edit into the stored listing. Long texts are merged when both sides changed different words of them.
 *
 * @param base  the texts that the writer had seen. A field without a base is merged as if the writer had seen nothing of it, so
 * that no other text is overwritten.
 * @param budget  shared by all its texts
 * @returns `isChangedElsewhere`: two devices changed the same words, and the whole edit is refused
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

/** A base that cannot be parsed counts as empty: a text that differs is then kept. */
function readBase(base: unknown): ListingBase {
  return readOrNone(ListingBase, base) ?? {}
}
