import { LRUCache } from 'lru-cache'
import type { PrincipalId } from '#shared/ids.ts'

const MAX_KNOWN = 10_000
const TTL_MS = 60_000
/** The product's own cookies have 200 characters. Longer ones are not kept: 10,000 heads of 15 KB would be 150 MB. */
const MAX_COOKIE_LENGTH = 1024

/**
 * The principals that cookies identified when they were last read. An entry grants nothing. It only determines whose mark is
 * looked up while the cookies are read again. An entry is deleted when the caller turns out to be another principal or has
 * exceeded the rate limit.
 */
export function createExpectedCallers(now: () => number = Date.now) {
  const known = new LRUCache<string, { principalId: PrincipalId; until: number }>({ max: MAX_KNOWN })
  return {
    find(cookies: string): PrincipalId | undefined {
      const found = known.peek(cookies)
      return found && found.until > now() ? found.principalId : undefined
    },
    note(cookies: string, principalId: PrincipalId) {
      if (cookies.length > MAX_COOKIE_LENGTH) return
      known.set(cookies, { principalId, until: now() + TTL_MS })
    },
    forget: (cookies: string) => known.delete(cookies),
  }
}
