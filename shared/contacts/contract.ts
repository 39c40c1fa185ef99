import * as v from 'valibot'
import { VcType } from '#shared/directory/contract.ts'
import { OrderId, VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'

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
  introTemplate: v.string(),
  orderId: OrderId,
  amount: Cents,
  /** ISO instant. */
  unlockedAt: v.string(),
})
export type Contact = v.InferOutput<typeof Contact>

/** A person's own words on one contact; nobody else ever reads them. `id` is the investor's. */
export const ContactNote = v.object({ id: VcId, text: v.string(), updatedAt: v.string() })
export type ContactNote = v.InferOutput<typeof ContactNote>

/** An investor kept for later. `id` is the investor's. */
export const SavedInvestor = v.object({ id: VcId, savedAt: v.string() })
export type SavedInvestor = v.InferOutput<typeof SavedInvestor>

export const MAX_NOTE_LENGTH = 10_000

/** Replaces the note on one contact; an empty text removes it. */
export const WriteNote = v.object({
  contactId: VcId,
  text: v.pipe(v.string(), v.maxLength(MAX_NOTE_LENGTH, 'A note holds 10,000 characters at most.')),
})
export type WriteNote = v.InferOutput<typeof WriteNote>

export const SaveInvestor = v.object({ vcId: VcId, isSaved: v.boolean() })
export type SaveInvestor = v.InferOutput<typeof SaveInvestor>
