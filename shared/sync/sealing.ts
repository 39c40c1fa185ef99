import * as v from 'valibot'

const coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

const half = { kty: v.literal('EC'), crv: v.literal('P-256'), x: coordinate, y: coordinate }

/**
 * The public half of an account's key, as a JSON Web Key. A browser that was signed out gets it with the refusal, and encrypts
 * what it has not sent: from then on it cannot read that itself.
 */
export const SealTo = v.object(half)
export type SealTo = v.InferOutput<typeof SealTo>

/** What the refusal `session-ended` of the private lane carries in `current`. */
export const SessionEnded = v.object({ sealTo: SealTo })

/** Both halves, for a signed-in session of the account alone. */
export const SealingKey = v.object({ ...half, d: coordinate })
export type SealingKey = v.InferOutput<typeof SealingKey>
