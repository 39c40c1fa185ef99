import * as v from 'valibot'
import { VcType } from '#shared/directory/contract.ts'
import { OrderId, VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { readOrNone } from '#shared/read-or-none.ts'

/** A text written on one device while another changed the same words. It is kept until the user chooses. */
export const NoteClash = v.object({ text: v.string(), by: v.nullable(v.string()), at: v.string() })
export type NoteClash = v.InferOutput<typeof NoteClash>

/** A user's own introduction to one investor: it replaces `introTemplate`. */
export const OwnIntro = v.object({
  text: v.string(),
  updatedAt: v.string(),
  /** The device that last wrote the text; null if it is unknown. */
  writtenBy: v.nullable(v.string()),
  clashes: v.array(NoteClash),
})
export type OwnIntro = v.InferOutput<typeof OwnIntro>

/**
 * An unlocked contact: everything that its buyer can read offline. It repeats the directory data of the investor, and stays
 * readable when the listing is removed. It is only sent in its holder's private lane. `id` is the investor's.
 */
export const Contact = v.object({
  id: VcId,
  vcType: VcType,
  name: v.string(),
  fund: v.nullable(v.string()),
  position: v.nullable(v.string()),
  location: v.nullable(v.string()),
  imageUrl: v.nullable(v.string()),
  stages: v.array(v.string()),
  sectors: v.array(v.string()),
  email: v.nullable(v.string()),
  /** The bare handle with its `@`, or null. */
  telegram: v.nullable(v.string()),
  meetingLink: v.nullable(v.string()),
  linkedinUrl: v.nullable(v.string()),
  twitterUrl: v.nullable(v.string()),
  website: v.nullable(v.string()),
  contactType: v.picklist(['telegram', 'meeting']),
  /** The value to copy on the confirmation page: the handle, the link, or the address. */
  contactHandle: v.nullable(v.string()),
  /**
   * The text that the server generated at the sale. A user's own text is stored separately, so that a later generated text
   * replaces neither.
   */
  introTemplate: v.string(),
  ownIntro: v.optional(OwnIntro),
  /** Records of the same person that were merged into this one: links may name them. */
  formerIds: v.optional(v.array(VcId)),
  orderId: OrderId,
  amount: Cents,
  /** ISO instant. */
  unlockedAt: v.string(),
})
export type Contact = v.InferOutput<typeof Contact>

/** A user's private note on one contact. `id` is the investor's. */
export const ContactNote = v.object({
  id: VcId,
  text: v.string(),
  updatedAt: v.string(),
  /** The device that last wrote the text; null if it is unknown. */
  writtenBy: v.optional(v.nullable(v.string())),
  clashes: v.optional(v.array(NoteClash)),
})
export type ContactNote = v.InferOutput<typeof ContactNote>

/** A saved investor. `id` is the investor's. */
export const SavedInvestor = v.object({ id: VcId, savedAt: v.string() })
export type SavedInvestor = v.InferOutput<typeof SavedInvestor>

export const MAX_NOTE_LENGTH = 10_000
/** Maximum number of texts that one pending note carries in its base; a longer chain starts a separate mutation. */
export const MAX_NOTE_STEPS = 500

const NoteText = v.pipe(v.string(), v.maxLength(MAX_NOTE_LENGTH, 'Please use at most 10,000 characters.'))

/** Changes the note on one contact; an empty text removes it. The mutation's base is the text that its writer had seen. */
export const WriteNote = v.object({
  contactId: VcId,
  text: NoteText,
  /** Fingerprints of the conflicting texts that the user resolved. */
  settles: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(20))),
})
export type WriteNote = v.InferOutput<typeof WriteNote>

/**
 * Changes a user's own introduction to one contact; an empty text restores the generated one. Base and merge work as for a note.
 */
export const WriteIntro = v.object({
  ...WriteNote.entries,
  text: v.pipe(v.string(), v.maxLength(MAX_NOTE_LENGTH, 'Please use at most 10,000 characters.')),
})
export type WriteIntro = v.InferOutput<typeof WriteIntro>

/** The introduction shown to its holder. */
export const introOf = ({ ownIntro, introTemplate }: Pick<Contact, 'ownIntro' | 'introTemplate'>) =>
  ownIntro?.text || introTemplate

/** The text that the writer of a note had seen first, and fingerprints of the later texts of the same device. */
export const NoteBase = v.object({
  text: NoteText,
  steps: v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(MAX_NOTE_STEPS)),
})
export type NoteBase = v.InferOutput<typeof NoteBase>

/** The base of a note; undefined if it cannot be parsed. */
export const readNoteBase = (base: unknown): NoteBase | undefined => readOrNone(NoteBase, base)

export const SaveInvestor = v.object({ vcId: VcId, isSaved: v.boolean() })
export type SaveInvestor = v.InferOutput<typeof SaveInvestor>
