/**
 * Solves the challenge of a refusal.
 *
 * @returns the value of the header with which the request is repeated; undefined if there is none, and the refusal remains
 */
export type Prove = (challenge: unknown, signal: AbortSignal | undefined) => Promise<string | undefined>

let current: Prove | undefined

/** Until this is called, requests say that they can't solve challenges, and are refused as those of earlier releases. */
export function proveWith(prove: Prove | undefined) {
  current = prove
}

export const prover = (): Prove | undefined => current
