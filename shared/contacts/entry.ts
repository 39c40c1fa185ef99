import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { isInstant } from '#shared/instant.ts'
import { readOrNone } from '#shared/read-or-none.ts'
import { NoteBase, NoteClash, WriteNote } from './contract.ts'

/** A dated entry about a contact: `ent_` and a UUIDv7, generated on the device. */
export const EntryId = v.pipe(
  v.string(),
  v.regex(/^ent_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'This is not a valid id.'),
  v.brand('EntryId'),
)
export type EntryId = v.InferOutput<typeof EntryId>

const NOT_A_TIME = 'This is not a time.'
const isStorable = (at: string) => isInstant(at) && at >= '1900' && at < '2200'
/** ISO instant, chosen by the device. */
export const ChosenInstant = v.pipe(v.string(), v.isoTimestamp(NOT_A_TIME), v.check(isStorable, NOT_A_TIME))

/** Whether a text has nothing to store. Postgres stores no NUL. */
export const isBlankEntry = (text: string) => text.replaceAll('\0', '').trim() === ''

/** What was said to a contact, and when: as stored in the user's private lane only. */
export const ContactEntry = v.object({
  id: EntryId,
  contactId: VcId,
  text: v.string(),
  writtenOn: v.string(),
  /** The device that last wrote the text; null if it is unknown. */
  writtenBy: v.nullable(v.string()),
  clashes: v.array(NoteClash),
  /** ISO instant; null for an entry that is not deleted. */
  deletedAt: v.nullable(v.string()),
})
export type ContactEntry = v.InferOutput<typeof ContactEntry>

/**
 * `entry.write`: adds an entry, or changes its text and its day. An entry that another device has deleted is restored. Base and
 * merge of the text work as for a note.
 */
export const WriteEntry = v.object({
  ...WriteNote.entries,
  id: EntryId,
  text: v.pipe(
    WriteNote.entries.text,
    v.check((text) => !isBlankEntry(text), 'Please write something.'),
  ),
  writtenOn: ChosenInstant,
})
export type WriteEntry = v.InferOutput<typeof WriteEntry>

/** What the writer of an entry had seen; `writtenOn` is null if the writer has chosen it. */
export const EntryBase = v.object({ ...NoteBase.entries, writtenOn: v.nullable(v.string()) })
export type EntryBase = v.InferOutput<typeof EntryBase>
/** The base of an entry that did not exist before. */
export const newEntryBase: EntryBase = { text: '', steps: [], writtenOn: null }

export const readEntryBase = (base: unknown): EntryBase | undefined => readOrNone(EntryBase, base)

/** `entry.delete`: deletes an entry, or undoes it. The base has fingerprints of the texts that the user saw. */
export const DeleteEntry = v.object({ id: EntryId, contactId: VcId, isDeleted: v.boolean() })
export type DeleteEntry = v.InferOutput<typeof DeleteEntry>

export const MAX_ENTRIES = 20_000
export const MAX_ENTRIES_OF_CONTACT = 1000
