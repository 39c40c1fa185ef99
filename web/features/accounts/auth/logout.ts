import * as v from 'valibot'
import type { Logout } from '#shared/accounts/contract.ts'
import type { LocalPrincipal } from '#web/db/private-database.ts'
import { post } from '#web/net/api.ts'

const PATIENCE_MS = 3000

/**
 * Apart from the account's other calls: the frame of every page holds the way out, and a first visit needs none of the others.
 *
 * @param whose  session is ended; where it is not known, that of the cookie
 * @throws HttpProblem, Unreachable
 */
export const logout = (whose: LocalPrincipal | undefined) => {
  const body: Logout = whose === undefined || whose === 'guest' ? {} : { principalId: whose }
  return post('/api/auth/logout', body, v.unknown(), { signal: AbortSignal.timeout(PATIENCE_MS) })
}
