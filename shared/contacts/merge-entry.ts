import * as v from 'valibot'
import { readOrNone } from '#shared/read-or-none.ts'
import type { MergeBudget } from '#shared/sync/merge-text.ts'
import { type Author, fingerprint } from '#shared/sync/three-way-merge.ts'
import { type ContactEntry, readEntryBase, type WriteEntry } from './entry.ts'
import { mergeNote, squashNotes } from './merge-note.ts'

type Stored = Pick<ContactEntry, 'text' | 'writtenBy' | 'clashes' | 'writtenOn'>
type StatedWrite = { args: WriteEntry; base: unknown }

/**
 * The entry after a device writes to it. The device and the server apply the same rule.
 *
 * Texts are merged as those of a note. A day that the writer has not changed stays as it is stored.
 */
export function mergeEntry(
  stored: Stored | undefined,
  { args: { text, writtenOn, settles }, base }: StatedWrite,
  writer: Author,
  budget?: MergeBudget,
): Stored {
  if (!stored) return { text, writtenBy: writer.by, clashes: [], writtenOn }
  const seen = readEntryBase(base)
  const merged = mergeNote(stored, { text, base: seen, settles }, writer, budget)
  return { ...merged, writtenOn: seen?.writtenOn === writtenOn ? stored.writtenOn : writtenOn }
}

/** Squashes two pending writes of one entry into one, if the later one is based on the text of the earlier one. */
export function squashEntryWrites(earlier: StatedWrite, later: StatedWrite): StatedWrite | undefined {
  if (earlier.args.id !== later.args.id) return undefined
  const squashed = squashNotes(earlier, later)
  if (!squashed) return undefined
  const isDayKept = [earlier, later].every(({ args, base }) => readEntryBase(base)?.writtenOn === args.writtenOn)
  const { writtenOn } = later.args
  const args = { ...later.args, ...squashed.args }
  return { args, base: { ...(squashed.base as object), writtenOn: isDayKept ? writtenOn : null } }
}

const Seen = v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(20))

/** Fingerprints of the texts of an entry: the base of its deletion. */
export const seenTexts = ({ text, clashes }: Pick<Stored, 'text' | 'clashes'>): string[] =>
  [text, ...clashes.map((clash) => clash.text)].map(fingerprint)

/** Whether a deletion applies: not if another device has written a text that the user had not seen. That text wins. */
export function isDeletionSeen(stored: Pick<Stored, 'text' | 'clashes'>, base: unknown): boolean {
  const seen = readOrNone(Seen, base)
  return seen === undefined || seenTexts(stored).every((text) => seen.includes(text))
}
