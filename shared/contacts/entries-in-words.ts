import type { ContactEntry } from './entry.ts'

type Texts = { text: string; clashes?: readonly { text: string }[] | undefined }

/** A text with the versions of other devices between which the user has not chosen yet: none is missing in a file. */
export const withVersions = ({ text, clashes = [] }: Texts): string =>
  [text, ...clashes.map((other) => `Other version: ${other.text}`)].filter(Boolean).join('\n\n')

/** An ISO instant for a reader in any time zone: `2026-11-27 14:05 UTC`. */
export const inWords = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`

/**
 * Dated entries as one text for an export, the latest first: `2026-11-27 14:05 UTC`, a line break and the text of each. Empty
 * without entries.
 *
 * @param entries  in any order, without the deleted ones
 */
export const entriesInWords = (entries: readonly (Pick<ContactEntry, 'writtenOn'> & Texts)[]): string =>
  entries
    .toSorted((a, b) => b.writtenOn.localeCompare(a.writtenOn))
    .map((entry) => `${inWords(entry.writtenOn)}\n${withVersions(entry)}`)
    .join('\n\n')
