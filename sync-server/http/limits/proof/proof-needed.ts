import { Problem } from '#shared/problem.ts'
import type { ProofChallenge } from '#shared/proof-of-work/contract.ts'
import { PROOF_NEEDED } from '#shared/proof-of-work/header.ts'

/** A limit is full, and a solved challenge passes it. */
export class ProofNeeded extends Problem {
  constructor(
    readonly challenge: ProofChallenge,
    retryAfterSeconds: number,
  ) {
    super(PROOF_NEEDED, undefined, retryAfterSeconds)
  }
}
