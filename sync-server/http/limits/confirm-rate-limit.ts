import type { PrincipalId } from '#shared/ids.ts'
import { clientAddress } from './client-address.ts'
import type { RateLimit } from './rate-limit.ts'

type Connection = Parameters<typeof clientAddress>[1]
type Deps = { limit: RateLimit; trustedProxies: number }

/**
 * A confirm call may be repeated, but each call costs look-ups: limited per minute by principal, and by payment of the principal.
 */
export const createConfirmLimit =
  ({ limit }: Pick<Deps, 'limit'>) =>
  async (principalId: PrincipalId, paymentId: string) => {
    await limit('confirm-principal', principalId)
    await limit('confirm-order', `${principalId}:${paymentId}`)
  }

/** The same for calls without an account. */
export const createStrangerConfirmLimit =
  ({ limit, trustedProxies }: Deps) =>
  async (request: Request, server: Connection) =>
    limit('confirm-address', clientAddress(request, server, trustedProxies))
