/**
 * Solves the challenge of a refusal.
 *
 * @returns the value of the header with which the request is repeated. Without one, or when this fails, the refusal remains
 */
export type Prove = (challenge: unknown, signal: AbortSignal | undefined) => Promise<string | undefined>

let current: Prove | undefined

/** Without it, requests do not say that they can solve challenges, and are refused as those of earlier releases. */
export function proveWith(prove: Prove | undefined) {
  current = prove
}

export const prover = (): Prove | undefined => current
