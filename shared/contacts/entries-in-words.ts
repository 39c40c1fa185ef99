import type { ContactEntry } from './entry.ts'

/**
 * Dated entries as one text for an export, the latest first: `2026-11-27 14:05 UTC`, a line break and the text of each. Empty
 * without entries.
 *
 * @param entries  in any order, without the deleted ones
 */
export const entriesInWords = (entries: readonly Pick<ContactEntry, 'text' | 'writtenOn'>[]): string =>
  entries
    .toSorted((a, b) => b.writtenOn.localeCompare(a.writtenOn))
    .map(({ text, writtenOn }) => `${writtenOn.slice(0, 10)} ${writtenOn.slice(11, 16)} UTC\n${text}`)
    .join('\n\n')
