import { PROOF_HEADER, READY } from '#shared/proof-of-work/header.ts'

export type PushProof = ReturnType<typeof createPushProof>

/**
 * Proofs for the outbox. A push waits for none: other entries of it are applied, and what remains is sent again by a later push,
 * with the solution.
 */
export function createPushProof(solve: (challenge: unknown) => Promise<string | undefined>) {
  let solved: string | undefined
  let isSolving = false
  return {
    /** The headers of the next push. A solution is sent once. */
    takeHeaders(): Record<string, string> {
      const proof = solved ?? READY
      solved = undefined
      return { [PROOF_HEADER]: proof }
    },
    async onChallenge(challenge: unknown): Promise<void> {
      if (isSolving) return
      isSolving = true
      // Without a solution, the entry waits until the limit has capacity again.
      solved = await solve(challenge).catch(() => undefined)
      isSolving = false
    },
  }
}
