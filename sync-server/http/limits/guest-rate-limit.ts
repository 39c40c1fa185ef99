import type { PrincipalId } from '#shared/ids.ts'
import { clientAddress } from './client-address.ts'
import { type OfferedProof, offeredProof } from './proof/offered-proof.ts'
import type { RateLimit } from './rate-limit.ts'

type Connection = Parameters<typeof clientAddress>[1]
type Caller = {
  principalId: PrincipalId
  account?: { emailVerified: boolean } | undefined
  request: Request
  server: Connection
}

type Requester = {
  principalId: PrincipalId
  account: { emailVerified: boolean } | undefined
  address: string
  proof: OfferedProof | undefined
}

/** Introduction requests wait for the admins. They are counted whether they arrive by a call or an outbox. */
export async function countIntro(limit: RateLimit, { principalId, account, address, proof }: Requester) {
  await limit('intro-address', address)
  if (account?.emailVerified) return limit('intro-account', principalId)
  await limit('intent-address', `vc-request:${address}`, 1, proof)
  await limit('intent-guest', `vc-request:${principalId}`)
}

/**
 * Creating a guest costs nothing, so its address is counted as well: guests are used to test stolen cards. An account is counted
 * by itself, and one with an unverified address is counted like a guest.
 */
export const createGuestLimit =
  ({ limit, trustedProxies }: { limit: RateLimit; trustedProxies: number }) =>
  async (what: string, { principalId, account, request, server }: Caller) => {
    if (account?.emailVerified) return limit('intent-account', `${what}:${principalId}`)
    const address = clientAddress(request, server, trustedProxies)
    await limit('intent-address', `${what}:${address}`, 1, offeredProof(request, address))
    await limit(account ? 'intent-unverified' : 'intent-guest', `${what}:${principalId}`)
  }
