import type { PrincipalId } from '#shared/ids.ts'
import { clientAddress } from './client-address.ts'
import type { RateLimit } from './rate-limit.ts'

type Connection = Parameters<typeof clientAddress>[1]
type Caller = {
  principalId: PrincipalId
  account?: { emailVerified: boolean } | undefined
  request: Request
  server: Connection
}

type Asking = { principalId: PrincipalId; account: { emailVerified: boolean } | undefined; address: string }

/** Introductions wait for the team, by whatever way they come: a call, or an outbox. */
export async function countIntro(limit: RateLimit, { principalId, account, address }: Asking) {
  await limit('intro-address', address)
  if (account?.emailVerified) return limit('intro-account', principalId)
  await limit('intent-address', `vc-request:${address}`)
  await limit('intent-guest', `vc-request:${principalId}`)
}

/**
 * A guest costs nothing to become, so its address counts as well: guests are how stolen cards are tried out. An account counts
 * by itself, and one whose address nobody has proved as a guest does.
 */
export const createGuestLimit =
  ({ limit, trustedProxies }: { limit: RateLimit; trustedProxies: number }) =>
  async (what: string, { principalId, account, request, server }: Caller) => {
    if (account?.emailVerified) return limit('intent-account', `${what}:${principalId}`)
    await limit('intent-address', `${what}:${clientAddress(request, server, trustedProxies)}`)
    await limit(account ? 'intent-unverified' : 'intent-guest', `${what}:${principalId}`)
  }
