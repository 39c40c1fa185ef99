/**
 * Request header of an app that can solve a proof of work: `READY`, or a solved challenge. A request without it is refused with
 * `too-many-requests` where this one gets a challenge.
 */
export const PROOF_HEADER = 'latchkey-proof'
export const READY = 'ready'

/** The code of a refusal that carries a challenge. */
export const PROOF_NEEDED = 'limits.proof-needed'
