import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { MAX_NOTE_STEPS, type NoteBase, readNoteBase, type WriteNote } from './contract.ts'

type StatedNote = { args: WriteNote; base: unknown }

/** Squashes two pending notes on one contact into one, if the later one is based on the text of the earlier one. */
export function foldNotes(earlier: StatedNote, later: StatedNote): StatedNote | undefined {
  const [first, second] = [readNoteBase(earlier.base), readNoteBase(later.base)]
  if (!first || second?.text !== earlier.args.text) return undefined
  const steps = [...new Set([...first.steps, fingerprint(earlier.args.text), ...second.steps])]
  if (steps.length > MAX_NOTE_STEPS) return undefined
  const settles = [...new Set([...(earlier.args.settles ?? []), ...(later.args.settles ?? [])])]
  const base: NoteBase = { text: first.text, steps }
  return { args: { ...later.args, ...(settles.length > 0 && { settles }) }, base }
}
