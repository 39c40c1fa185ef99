import * as v from 'valibot'
import { post } from '#web/net/api.ts'

const PATIENCE_MS = 3000

/**
 * Apart from the account's other calls: the frame of every page holds the way out, and a first visit needs none of the others.
 *
 * @throws HttpProblem, Unreachable
 */
export const logout = () => post('/api/auth/logout', undefined, v.unknown(), { signal: AbortSignal.timeout(PATIENCE_MS) })
