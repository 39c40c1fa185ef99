import * as v from 'valibot'
import { cleanText } from '#shared/text.ts'

/** An admin's own words to whom a decision concerns: they are mailed, and kept with the decision. */
export const ReviewWords = v.pipe(
  v.string(),
  v.maxLength(1000, 'Please use at most 1,000 characters.'),
  v.transform((typed) => cleanText(typed) || null),
)

/**
 * What a decision was made upon: the version of the document the admin saw. Absent, as in
 * the specification's own call, whatever stands now is decided about.
 */
export const SeenVersion = v.optional(v.number())

/** A document as one admin sees it, with the version that a decision about it names. */
export type Versioned<Doc extends object> = Doc & { version: number }
