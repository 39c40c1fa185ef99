import { Elysia } from 'elysia'
import { Problem } from '#shared/problem.ts'
import { SHARE_PATH } from '#shared/share/content.ts'
import { urlOf } from './request-url.ts'
import { GUEST_COOKIE, SESSION_COOKIE } from './session.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Calls that other servers make: they authenticate by signature, secret key or mailed token, not by cookie. */
const WITHOUT_COOKIES = [
  '/api/stripe/webhook',
  '/sandbox/stripe/v1/',
  '/api/notices/unsubscribe',
  '/api/newsletter/unsubscribe',
  '/api/mail/events',
]

/**
 * Refuses a state-changing request that another site caused.
 *
 * SameSite=Lax is not enough: a sibling subdomain is the same site, and forms skip the preflight. A browser always sends `Origin`
 * or `Sec-Fetch-Site` with an unsafe method. A client that sends neither is refused if it has a session cookie: it is either a
 * browser whose headers were stripped, or not a browser.
 */
export const sameOriginOnly = (publicUrl: string | undefined) =>
  new Elysia({ name: 'origin' }).onRequest(({ request }) => {
    if (SAFE_METHODS.has(request.method)) return
    const { pathname } = urlOf(request)
    if (WITHOUT_COOKIES.some((prefix) => pathname.startsWith(prefix))) return
    if (pathname === SHARE_PATH && isOfSystem(request)) return
    if (!isOwnOrigin(request, publicUrl)) throw new Problem('foreign-origin')
    if (hasSession(request) && !isFromOwnPage(request)) throw new Problem('foreign-origin')
  })

/**
 * The share sheet sends a form that no page has caused: its `Origin` is `null`, as in a sandboxed frame of another site, and only this
 * header tells them apart. Every browser with a share sheet sends it.
 */
const isOfSystem = ({ headers }: Request) => headers.get('sec-fetch-site') === 'none'

/** Whether a request comes from a page of this origin, or from no page. */
export function isOwnOrigin(request: Request, publicUrl: string | undefined): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null) return ownOrigins(request, publicUrl).has(origin)
  const site = request.headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** An `Origin` that is present has already been checked. */
const isFromOwnPage = ({ headers }: Request) => headers.has('origin') || headers.get('sec-fetch-site') === 'same-origin'

/** A guest's cookie grants access to purchases, so it counts as a session. */
export const hasSession = ({ headers }: Request) => {
  const names = (headers.get('cookie') ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim())
  return names.includes(SESSION_COOKIE) || names.includes(GUEST_COOKIE)
}

/** The public origin of this installation, for addresses that third parties store. */
export const originOf = (request: Request, publicUrl: string | undefined): string => new URL(publicUrl ?? urlOf(request)).origin

function ownOrigins(request: Request, publicUrl: string | undefined): Set<string> {
  if (publicUrl) return new Set([new URL(publicUrl).origin])
  const host = request.headers.get('host') ?? urlOf(request).host
  return new Set([`http://${host}`, `https://${host}`])
}
