import { chosenBase, fieldsBaseOf, readBase } from '#shared/sync/merge-fields.ts'
import { type Ancestry, type Edit, mergeEdit, squashEdits } from '#shared/sync/three-way-merge.ts'
import { cleanLine } from '#shared/text.ts'
import type { SavedSearch, WriteSearch } from './contract.ts'

/** What a user writes about a search. The filters are one value: half of the filters of each device is a search that no user made. */
export type SearchTexts = { name: string; filters: string }
type SearchBase = Ancestry<keyof SearchTexts>
type StatedWrite = { args: WriteSearch; base: unknown }

/** @param seen  the texts that the writer saw; undefined for a new search */
export const searchBaseOf = (seen: SearchTexts | undefined, changes: Partial<SearchTexts>): SearchBase =>
  fieldsBaseOf({ name: seen?.name ?? '', filters: seen?.filters ?? '' }, textsOf(changes))

type Written = Pick<SavedSearch, 'name' | 'filters' | 'seenUpTo'>

/**
 * The search after a write, and whether another device has written another text into one of its fields since the writer looked.
 * `undefined` for a search that is not stored and not complete in the write: it was deleted.
 */
export function writtenSearch(
  stored: Written | undefined,
  { args, base }: StatedWrite,
): { search: Written; isChangedElsewhere: boolean } | undefined {
  if (!stored && (args.name === undefined || args.filters === undefined)) return undefined
  const values = { name: stored?.name ?? '', filters: stored?.filters ?? '' }
  const edit = editOf({ args, base })
  // A search that was deleted is saved again with the texts of the writer.
  const merged = mergeEdit<SearchTexts>({ values, writers: {}, clashes: [] }, edit, { by: null, at: '' })
  const seenUpTo = later(stored?.seenUpTo ?? null, args.seenUpTo ?? null)
  return {
    search: { ...(stored ? merged.values : { ...values, ...edit.changes }), seenUpTo },
    isChangedElsewhere: merged.clashes.length > 0,
  }
}

/** Squashes two pending writes into one, if the later one is based on the texts of the earlier one. */
export function squashSearchWrites(earlier: StatedWrite, next: StatedWrite): StatedWrite | undefined {
  const folded = squashEdits<SearchTexts>(editOf(earlier), editOf(next))
  if (!folded) return undefined
  const seenUpTo = later(earlier.args.seenUpTo ?? null, next.args.seenUpTo ?? null)
  return {
    args: { id: next.args.id, ...folded.changes, ...(seenUpTo !== null && { seenUpTo }) } as WriteSearch,
    base: folded.base,
  }
}

/**
 * The base of a refused write that is sent again by a user who saw the stored texts.
 *
 * @param shown  the texts that the device shows. A text equal to the written one may be the optimistic effect of that write, so its
 * base stays the earlier one.
 */
export const chosenSearchBase = (shown: SearchTexts, { args, base }: StatedWrite): SearchBase =>
  chosenBase<SearchTexts>({ name: shown.name, filters: shown.filters }, editOf({ args, base }).changes, base) as SearchBase

/** Unlike an own person's fields, no filters are an empty text: they mean the whole list. */
const textsOf = ({ name, filters }: Partial<SearchTexts>): Partial<SearchTexts> => ({
  ...(name !== undefined && { name: cleanLine(name) }),
  ...(filters !== undefined && { filters }),
})

const editOf = ({ args, base }: StatedWrite): Edit<SearchTexts> => ({
  changes: textsOf(args as Partial<SearchTexts>),
  base: readBase(base) as SearchBase,
})

const later = (a: string | null, b: string | null) => (a === null || (b !== null && Date.parse(b) > Date.parse(a)) ? b : a)
