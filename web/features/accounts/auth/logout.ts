import * as v from 'valibot'
import type { Logout } from '#shared/accounts/contract.ts'
import type { LocalPrincipal } from '#web/db/private-database.ts'
import { post } from '#web/net/api.ts'

const TIMEOUT_MS = 3000

/**
 * Separate from the other account calls: the frame of every page needs the sign-out, and a first visit needs none of the others.
 *
 * @param principal  the principal whose session is ended; if unknown, the session of the cookie
 * @throws HttpProblem, Unreachable
 */
export const logout = (principal: LocalPrincipal | undefined) => {
  const body: Logout = principal === undefined || principal === 'guest' ? {} : { principalId: principal }
  return post('/api/auth/logout', body, v.unknown(), { signal: AbortSignal.timeout(TIMEOUT_MS) })
}
