import * as v from 'valibot'
import { VcType } from '#shared/directory/contract.ts'
import { OrderId, VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { readOrNone } from '#shared/read-or-none.ts'

/** A text that was written on one device while another changed the same words. It stays until the person chooses. */
export const NoteClash = v.object({ text: v.string(), by: v.nullable(v.string()), at: v.string() })
export type NoteClash = v.InferOutput<typeof NoteClash>

/** A person's own introduction to one investor: it takes the place of `introTemplate`. */
export const OwnIntro = v.object({
  text: v.string(),
  updatedAt: v.string(),
  /** The device that wrote the text last; null for one whose device is not known. */
  writtenBy: v.nullable(v.string()),
  clashes: v.array(NoteClash),
})
export type OwnIntro = v.InferOutput<typeof OwnIntro>

/**
 * An unlocked contact: everything its buyer reads offline, so it repeats what
 * the directory says of the investor and stays readable when the listing goes.
 * Only its holder's private lane carries it. `id` is the investor's.
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
  /** What the confirmation page offers to copy: the handle, the link, or the address. */
  contactHandle: v.nullable(v.string()),
  /** What the server wrote at the sale. A person's own text is beside it, so that a later one of the server replaces neither. */
  introTemplate: v.string(),
  ownIntro: v.optional(OwnIntro),
  orderId: OrderId,
  amount: Cents,
  /** ISO instant. */
  unlockedAt: v.string(),
})
export type Contact = v.InferOutput<typeof Contact>

/** A person's own words on one contact; only they read them. `id` is the investor's. */
export const ContactNote = v.object({
  id: VcId,
  text: v.string(),
  updatedAt: v.string(),
  /** The device that wrote the text last; null for one whose device is not known. */
  writtenBy: v.optional(v.nullable(v.string())),
  clashes: v.optional(v.array(NoteClash)),
})
export type ContactNote = v.InferOutput<typeof ContactNote>

/** An investor kept for later. `id` is the investor's. */
export const SavedInvestor = v.object({ id: VcId, savedAt: v.string() })
export type SavedInvestor = v.InferOutput<typeof SavedInvestor>

export const MAX_NOTE_LENGTH = 10_000
/** So many texts of one note that waits are carried along; a longer chain begins anew in an entry of its own. */
export const MAX_NOTE_STEPS = 500

const NoteText = v.pipe(v.string(), v.maxLength(MAX_NOTE_LENGTH, 'A note holds 10,000 characters at most.'))

/** Changes the note on one contact; an empty text removes it. The mutation's base is the text that its writer had seen. */
export const WriteNote = v.object({
  contactId: VcId,
  text: NoteText,
  /** Fingerprints of the texts beside the note that the person decided about. */
  settles: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(20))),
})
export type WriteNote = v.InferOutput<typeof WriteNote>

/** Changes one's own introduction to one contact; an empty text brings the server's back. Base and merge are those of a note. */
export const WriteIntro = v.object({
  ...WriteNote.entries,
  text: v.pipe(v.string(), v.maxLength(MAX_NOTE_LENGTH, 'An introduction holds 10,000 characters at most.')),
})
export type WriteIntro = v.InferOutput<typeof WriteIntro>

/** The introduction as its holder reads it. */
export const introOf = ({ ownIntro, introTemplate }: Pick<Contact, 'ownIntro' | 'introTemplate'>) =>
  ownIntro?.text || introTemplate

/** The text that the writer of a note had seen first, and fingerprints of the texts that its own device made of it since. */
export const NoteBase = v.object({
  text: NoteText,
  steps: v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(MAX_NOTE_STEPS)),
})
export type NoteBase = v.InferOutput<typeof NoteBase>

/** The base of a note that cannot be read is none. */
export const readNoteBase = (base: unknown): NoteBase | undefined => readOrNone(NoteBase, base)

export const SaveInvestor = v.object({ vcId: VcId, isSaved: v.boolean() })
export type SaveInvestor = v.InferOutput<typeof SaveInvestor>
