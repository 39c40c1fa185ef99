import { urlOf } from '#server/http/request-url.ts'
import { PROOF_HEADER } from '#shared/proof-of-work/header.ts'

/** What a request brings to pass a limit that is full: the header, and what a challenge for it is bound to. */
export type OfferedProof = { header: string; call: string; address: string }

const offered = new WeakMap<Request, OfferedProof>()

/**
 * The same object for each limit of a request: one proof passes all of them.
 *
 * @param address  the block of the client, by `clientAddress`
 * @returns undefined for an app that can't solve challenges
 */
export function offeredProof(request: Request, address: string): OfferedProof | undefined {
  const header = request.headers.get(PROOF_HEADER)
  if (header === null) return undefined
  const known = offered.get(request)
  if (known) return known
  const proof = { header, call: `${request.method} ${urlOf(request).pathname}`, address }
  offered.set(request, proof)
  return proof
}
