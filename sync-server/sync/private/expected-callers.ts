import type { PrincipalId } from '#shared/ids.ts'

const MAX_KNOWN = 10_000
const TTL_MS = 60_000
/** The product's own cookies have 200 characters. Longer ones are not kept: 10,000 heads of 15 KB would be 150 MB. */
const MAX_COOKIE_LENGTH = 1024

/**
 * Whom the cookies of a request named when they were last read. It allows nothing: it says whose mark may be looked up while the cookies are
 * read again, and a caller who turns out to be another one, or who has used up the limit of calls, is looked up no more.
 */
export function createExpectedCallers(now: () => number = Date.now) {
  const known = new Map<string, { principalId: PrincipalId; until: number }>()
  return {
    find(cookies: string): PrincipalId | undefined {
      const found = known.get(cookies)
      return found && found.until > now() ? found.principalId : undefined
    },
    note(cookies: string, principalId: PrincipalId) {
      if (cookies.length > MAX_COOKIE_LENGTH) return
      known.delete(cookies)
      known.set(cookies, { principalId, until: now() + TTL_MS })
      const [oldest] = known.keys()
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    },
    forget: (cookies: string) => known.delete(cookies),
  }
}
