import { Elysia } from 'elysia'
import { Problem } from '#shared/problem.ts'
import { urlOf } from './request-url.ts'
import { GUEST_COOKIE, SESSION_COOKIE } from './session.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Calls that other servers make: they prove themselves by signature or secret key, not by cookie. */
const WITHOUT_COOKIES = ['/api/stripe/webhook', '/sandbox/stripe/v1/']

/**
 * Refuses a request that would change something on behalf of another site.
 *
 * SameSite=Lax is not enough: a sibling subdomain is the same site, and forms
 * skip the preflight. A browser always sends `Origin` or `Sec-Fetch-Site` with
 * an unsafe method. A client that sends neither is refused once it brings a
 * session: then it is a browser that something stripped of both, or no browser.
 */
export const sameOriginOnly = (publicUrl: string | undefined) =>
  new Elysia({ name: 'origin' }).onRequest(({ request }) => {
    if (SAFE_METHODS.has(request.method)) return
    const { pathname } = urlOf(request)
    if (WITHOUT_COOKIES.some((prefix) => pathname.startsWith(prefix))) return
    if (!isOwnOrigin(request, publicUrl)) throw new Problem('foreign-origin')
    if (hasSession(request) && !isFromOwnPage(request)) throw new Problem('foreign-origin')
  })

/** Whether a request comes from our own pages, or from no page at all. */
export function isOwnOrigin(request: Request, publicUrl: string | undefined): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null) return ownOrigins(request, publicUrl).has(origin)
  const site = request.headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** An `Origin` that is there has been found to be ours. */
const isFromOwnPage = ({ headers }: Request) => headers.has('origin') || headers.get('sec-fetch-site') === 'same-origin'

/** A guest's cookie opens what was bought with it, so it counts as a session does. */
const hasSession = ({ headers }: Request) => {
  const names = (headers.get('cookie') ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim())
  return names.includes(SESSION_COOKIE) || names.includes(GUEST_COOKIE)
}

/** Where this product stands in the world, for addresses that others keep. */
export const originOf = (request: Request, publicUrl: string | undefined): string => new URL(publicUrl ?? urlOf(request)).origin

function ownOrigins(request: Request, publicUrl: string | undefined): Set<string> {
  if (publicUrl) return new Set([new URL(publicUrl).origin])
  const host = request.headers.get('host') ?? urlOf(request).host
  return new Set([`http://${host}`, `https://${host}`])
}
