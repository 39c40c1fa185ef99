import * as v from 'valibot'

const coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

const half = { kty: v.literal('EC'), crv: v.literal('P-256'), x: coordinate, y: coordinate }

/**
 * The public half of an account's key, as a JSON Web Key. A browser that was signed out receives it with the refusal, and
 * encrypts its unsent mutations: from then on it cannot read them itself.
 */
export const SealTo = v.object(half)
export type SealTo = v.InferOutput<typeof SealTo>

/** The content of `current` in the refusal `session-ended` of the private lane. */
export const SessionEnded = v.object({
  sealTo: SealTo,
  /** The account is banned. Absent otherwise, and from a server of the last release. */
  isSuspended: v.optional(v.boolean()),
})
export type SessionEnded = v.InferOutput<typeof SessionEnded>

/** Both halves, only for a signed-in session of the account. */
export const SealingKey = v.object({ ...half, d: coordinate })
export type SealingKey = v.InferOutput<typeof SealingKey>
