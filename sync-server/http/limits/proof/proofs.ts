import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import type { Keyring } from '#server/crypto/keyring.ts'
import {
  countersFor,
  ITERATIONS,
  PROOF_ALGORITHM,
  ProofChallenge,
  readProof,
  type SolvedProof,
} from '#shared/proof-of-work/contract.ts'
import { READY } from '#shared/proof-of-work/header.ts'
import type { OfferedProof } from './offered-proof.ts'

/** A slow phone that loses its network in between still has time. */
export const PROOF_SECONDS = 5 * 60

export type ProofResult = 'given' | 'solved' | 'failed'

/**
 * Challenges that cost a device a second or two, for limits that strangers at one address have filled. A challenge is signed and
 * not stored. It is for one call and one address.
 */
export type Proofs = {
  /** @param heat  see `countersFor` */
  give: (offer: OfferedProof, heat: number) => Promise<ProofChallenge>
  /**
   * Whether the request has a solved challenge. It is checked once per request.
   *
   * @param use  remembers that a challenge is used; false if it was before
   */
  isSolved: (offer: OfferedProof, use: (signature: string) => Promise<boolean>) => Promise<boolean>
}

type ProofDeps = {
  keys: Pick<Keyring, 'sign'>
  count?: (result: ProofResult) => void
  /** The clock of this machine, in milliseconds: the library compares it with the expiry as well. */
  now?: () => number
}

export function createProofs({ keys, count = () => undefined, now = Date.now }: ProofDeps): Proofs {
  const secrets = async () => ({
    hmacSignatureSecret: await keys.sign('proof-of-work', 'challenge'),
    hmacKeySignatureSecret: await keys.sign('proof-of-work', 'key'),
  })
  const originOf = (address: string) => keys.sign('proof-of-work-address', address)
  const isFor = async ({ challenge: { parameters } }: SolvedProof, { call, address }: OfferedProof) =>
    parameters.data.call === call && parameters.data.from === (await originOf(address))
  const isRight = async ({ challenge, solution }: SolvedProof) =>
    (await verifySolution({ challenge, solution, deriveKey, ...(await secrets()) })).verified

  const check = async (offer: OfferedProof, use: (signature: string) => Promise<boolean>) => {
    const proof = readProof(offer.header)
    const isGood =
      proof !== undefined && (await isFor(proof, offer)) && (await isRight(proof)) && (await use(proof.challenge.signature))
    count(isGood ? 'solved' : 'failed')
    return isGood
  }

  const checked = new WeakMap<OfferedProof, Promise<boolean>>()
  return {
    async give({ call, address }, heat) {
      const { fewest, most } = countersFor(heat)
      const challenge = await createChallenge({
        algorithm: PROOF_ALGORITHM,
        cost: ITERATIONS,
        counter: randomInt(most, fewest),
        deriveKey,
        expiresAt: Math.floor(now() / 1000) + PROOF_SECONDS,
        data: { call, from: await originOf(address) },
        ...(await secrets()),
      })
      count('given')
      return v.parse(ProofChallenge, challenge)
    },
    async isSolved(offer, use) {
      if (offer.header === READY) return false
      const known = checked.get(offer) ?? check(offer, use)
      checked.set(offer, known)
      return known
    },
  }
}
