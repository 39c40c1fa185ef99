import { Elysia } from 'elysia'
import { Problem } from '#shared/problem.ts'
import { urlOf } from './request-url.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Calls that other servers make: they prove themselves by signature or secret key, not by cookie. */
const WITHOUT_COOKIES = ['/api/stripe/webhook', '/sandbox/stripe/v1/']

/**
 * Refuses a request that would change something on behalf of another site.
 *
 * SameSite=Lax is not enough: a sibling subdomain is the same site, and forms
 * skip the preflight. A browser always sends `Origin` or `Sec-Fetch-Site` with
 * an unsafe method; a client that sends neither brings no cookies of a browser.
 */
export const sameOriginOnly = (publicUrl: string | undefined) =>
  new Elysia({ name: 'origin' }).onRequest(({ request }) => {
    if (SAFE_METHODS.has(request.method)) return
    const { pathname } = urlOf(request)
    if (WITHOUT_COOKIES.some((prefix) => pathname.startsWith(prefix))) return
    if (!isOwnOrigin(request, publicUrl)) throw new Problem('foreign-origin')
  })

/** Whether a request comes from our own pages, or from no page at all. */
export function isOwnOrigin(request: Request, publicUrl: string | undefined): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null) return ownOrigins(request, publicUrl).has(origin)
  const site = request.headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** Where this product stands in the world, for addresses that others keep. */
export const originOf = (request: Request, publicUrl: string | undefined): string => new URL(publicUrl ?? urlOf(request)).origin

function ownOrigins(request: Request, publicUrl: string | undefined): Set<string> {
  if (publicUrl) return new Set([new URL(publicUrl).origin])
  const host = request.headers.get('host') ?? urlOf(request).host
  return new Set([`http://${host}`, `https://${host}`])
}
