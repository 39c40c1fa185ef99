import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import * as v from 'valibot'
import { ProofChallenge, writeProof } from '#shared/proof-of-work/contract.ts'

const MAX_MS = 60_000

/**
 * Solves a challenge of the server, in about a thousand short tasks of the current thread. The browser derives the keys outside of
 * it.
 *
 * @returns the value of the header; undefined when it was aborted, takes too long, or is a challenge that this release does not
 *   understand
 */
export async function solveProof(given: unknown, signal?: AbortSignal): Promise<string | undefined> {
  const challenge = v.safeParse(ProofChallenge, given)
  if (!challenge.success) return undefined
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  try {
    const solution = await solveChallenge({ challenge: challenge.output, deriveKey, controller, timeout: MAX_MS })
    if (!solution) return undefined
    const { counter, derivedKey } = solution
    return writeProof({ challenge: challenge.output, solution: { counter, derivedKey } })
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
