import * as v from 'valibot'
import { cleanText } from '#shared/text.ts'

/** An admin's note to the subject of a decision: it is mailed, and stored with the decision. */
export const ReviewWords = v.pipe(
  v.string(),
  v.maxLength(1000, 'Please use at most 1,000 characters.'),
  v.transform((typed) => cleanText(typed) || null),
)

/**
 * The version of the document that the admin saw when deciding. If absent, as in the specification's own call, the decision
 * applies to the current version.
 */
export const SeenVersion = v.optional(v.number())

/** A document as an admin sees it, with the version that a decision about it sends. */
export type Versioned<Doc extends object> = Doc & { version: number }
