import * as v from 'valibot'

export const PROOF_ALGORITHM = 'PBKDF2/SHA-256'

/** A solved challenge has about 600 characters. A longer header is not parsed. */
export const MAX_PROOF_LENGTH = 2000

const hex = (characters: number) => v.pipe(v.string(), v.regex(/^[\da-f]+$/), v.length(characters))
const positive = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))

/**
 * A signed challenge: the device finds the counter whose derived key begins with `keyPrefix`. The format is that of ALTCHA's
 * proof of work, version 2.
 *
 * @see https://altcha.org/docs/v2/proof-of-work/
 */
export const ProofChallenge = v.object({
  parameters: v.object({
    algorithm: v.literal(PROOF_ALGORITHM),
    nonce: hex(32),
    salt: hex(32),
    /** Iterations of the derivation for one counter. */
    cost: positive,
    keyLength: positive,
    keyPrefix: hex(32),
    keySignature: hex(64),
    /** Seconds since the Unix epoch. */
    expiresAt: v.pipe(v.number(), v.integer()),
    /** The call that the proof is for, and a keyed hash of the client address. */
    data: v.object({ call: v.pipe(v.string(), v.maxLength(200)), from: hex(64) }),
  }),
  signature: hex(64),
})
export type ProofChallenge = v.InferOutput<typeof ProofChallenge>

/** A challenge and its solution: the value of the header, as JSON in ASCII. */
export const SolvedProof = v.object({
  challenge: ProofChallenge,
  solution: v.object({ counter: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff)), derivedKey: hex(64) }),
})
export type SolvedProof = v.InferOutput<typeof SolvedProof>

export const writeProof = (proof: SolvedProof): string => JSON.stringify(proof)

/** @returns undefined for anything but a solved challenge; its signature is unchecked */
export function readProof(header: string): SolvedProof | undefined {
  if (header.length > MAX_PROOF_LENGTH) return undefined
  try {
    const read = v.safeParse(SolvedProof, JSON.parse(header))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** Iterations of the derivation for one counter: about a millisecond of a phone. Making a challenge costs the server one of them. */
export const ITERATIONS = 2000

/** Counters that a device tries at most when a limit has just been filled: one to two seconds of a phone. */
const FIRST_COUNTERS = 800
/** The same when the limit is almost used up for proofs as well. */
const LAST_COUNTERS = 3200

/**
 * The most and the fewest counters that a device tries before it finds the one of a challenge. Both are known, so that the wait
 * is bounded: a search for a hash with leading zeros takes five times its mean in one of 150 cases.
 *
 * @param heat  how much of the limit for proofs is used, from 0 to 1
 */
export function countersFor(heat: number): { fewest: number; most: number } {
  const share = Number.isFinite(heat) ? Math.min(1, Math.max(0, heat)) : 1
  const most = Math.round(FIRST_COUNTERS + (LAST_COUNTERS - FIRST_COUNTERS) * share)
  return { fewest: Math.round(most / 2), most }
}
