import * as v from 'valibot'

/** The body of every reply with an error status. */
export const ProblemBody = v.object({
  message: v.string(),
  code: v.string(),
  fields: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  /** The current state of the document that a conflict is about. */
  current: v.optional(v.unknown()),
  /** A `ProofChallenge`, whose solution passes the limit that refused the request. */
  challenge: v.optional(v.unknown()),
})
export type ProblemBody = v.InferOutput<typeof ProblemBody>
