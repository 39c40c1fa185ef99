import { joinTexts, type MergeBudget, mergeText } from '#shared/sync/merge-text.ts'
import { type Author, fingerprint } from '#shared/sync/three-way-merge.ts'
import { MAX_NOTE_LENGTH, MAX_NOTE_STEPS, type NoteBase, type NoteClash, readNoteBase, type WriteNote } from './contract.ts'

/** A stored note: its text, and conflicting texts that the user has to choose between. */
export type StoredNote = { text: string; writtenBy: string | null; clashes: NoteClash[] }

export type NoteEdit = {
  text: string
  /** The base of the writer; undefined from clients that do not send it. */
  base: NoteBase | undefined
  /** Fingerprints of the conflicting texts that its writer resolved. */
  settles?: string[] | undefined
}

/** At most this many are kept. Only a device that sends the same conflict again and again would exceed it. */
const MAX_CLASHES = 10

/**
 * The note after a device writes to it. The device and the server apply the same rule.
 *
 * The two texts are merged if possible. When both sides changed the same words, the text that arrived later is kept as a conflict
 * beside the stored one, until a user who has seen both resolves it.
 */
export function mergeNote(
  stored: StoredNote,
  { text: mine, base, settles = [] }: NoteEdit,
  writer: Author,
  budget?: MergeBudget,
): StoredNote {
  const settled = new Set(settles)
  const open = stored.clashes.filter(({ text }) => !settled.has(fingerprint(text)) && text !== mine)
  const isOwn = (text: string) => base !== undefined && (text === base.text || base.steps.includes(fingerprint(text)))
  const isOwnBefore = base === undefined && writer.by !== null && stored.writtenBy === writer.by
  const seen = isOwnBefore || isOwn(stored.text) ? stored.text : base?.text

  const continued = isOwn(stored.text) ? -1 : open.findIndex(({ text }) => isOwn(text))
  if (continued >= 0 && mine !== '') return { ...stored, clashes: open.with(continued, { text: mine, ...writer }) }

  const merged = mergeText(seen, stored.text, mine, budget)
  if (merged !== undefined && merged.length <= MAX_NOTE_LENGTH) {
    const writtenBy = merged === stored.text ? stored.writtenBy : writer.by
    return { text: merged, writtenBy, clashes: open }
  }
  return { ...stored, clashes: addClash(open, { text: mine, ...writer }) }
}

/**
 * Merges two notes on one contact when a guest signs in: the guest's text is appended below the account's. When both together are
 * longer than a note may be, the guest's text is kept as a conflict, until the user chooses.
 *
 * @param at  ISO instant at which the guest's text was written
 */
export function joinNotes(own: StoredNote, guest: StoredNote, at: string): StoredNote {
  const joined = joinTexts(own.text, guest.text)
  const fits = joined.length <= MAX_NOTE_LENGTH || joined === own.text
  const text = fits ? joined : own.text
  const writtenBy = text === own.text ? own.writtenBy : text === guest.text ? guest.writtenBy : null
  const left = fits ? [] : [{ text: guest.text, by: guest.writtenBy, at }]
  const clashes = [...guest.clashes, ...left].reduce(
    (open, clash) => (open.some((each) => each.text === clash.text) ? open : addClash(open, clash)),
    own.clashes,
  )
  return { text, writtenBy, clashes }
}

const addClash = (open: NoteClash[], clash: NoteClash): NoteClash[] =>
  open.length < MAX_CLASHES ? [...open, clash] : appendToLastClash(open, clash.text, { by: clash.by, at: clash.at })

/** No text is dropped: when the limit is reached, a text is appended to the last conflict. */
function appendToLastClash(open: NoteClash[], mine: string, writer: Author): NoteClash[] {
  const last = open.at(-1)
  const text = last ? `${last.text}\n${mine}` : mine
  return [...open.slice(0, -1), { text, ...writer }]
}

type PendingText<Args> = { args: Args; base: unknown }

/** Squashes two pending writes of one text into one, if the later one is based on the text of the earlier one. */
export function squashNotes<Args extends Pick<WriteNote, 'text' | 'settles'>>(
  earlier: PendingText<Args>,
  later: PendingText<Args>,
): PendingText<Args> | undefined {
  const [first, second] = [readNoteBase(earlier.base), readNoteBase(later.base)]
  if (!first || second?.text !== earlier.args.text) return undefined
  const steps = [...new Set([...first.steps, fingerprint(earlier.args.text), ...second.steps])]
  if (steps.length > MAX_NOTE_STEPS) return undefined
  const settles = [...new Set([...(earlier.args.settles ?? []), ...(later.args.settles ?? [])])]
  const base: NoteBase = { text: first.text, steps }
  return { args: { ...later.args, ...(settles.length > 0 && { settles }) }, base }
}
