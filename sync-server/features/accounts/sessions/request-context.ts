import { clientAddress } from '#server/http/limits/client-address.ts'
import { type OfferedProof, offeredProof } from '#server/http/limits/proof/offered-proof.ts'
import { type CookieJar, clearCookie, GUEST_COOKIE, readCookie, SESSION_COOKIE, setCookie } from '#server/http/session.ts'
import type { User } from '#shared/accounts/contract.ts'
import { LEFT_COOKIE } from '#shared/accounts/left-cookie.ts'
import { SESSION_TTL_SECONDS } from './session-ttl.ts'

/** Identifies a browser from which an account has signed in before; it grants no access. */
export const DEVICE_COOKIE = '__Host-device'

/** Chromium limits the lifetime of cookies to 400 days. */
const DEVICE_TTL_SECONDS = 400 * 24 * 60 * 60

/** Request metadata of a caller. */
export type RequestContext = {
  address: string
  /** What passes a full limit of the address. */
  proof: OfferedProof | undefined
  userAgent: string | undefined
  session: string | undefined
  guest: string | undefined
  device: string | undefined
  /** The origin of links in mails to this user. */
  base: string
}

/** A newly opened session: its account, its token, and the device token by which the account knows the browser. */
export type SignedIn = { user: User; token: string; device: string }

export type RequestParts = {
  request: Request
  server: Parameters<typeof clientAddress>[1]
  cookie: unknown
}

export type RequestContextDeps = { trustedProxies: number; publicUrl: string | undefined; ownUrl: () => string }

export const requestContextOf =
  ({ trustedProxies, publicUrl, ownUrl }: RequestContextDeps) =>
  ({ request, server, cookie }: RequestParts): RequestContext => ({
    ...visitorOf(request, server, trustedProxies),
    userAgent: request.headers.get('user-agent') ?? undefined,
    session: readCookie(cookie as CookieJar, SESSION_COOKIE),
    guest: readCookie(cookie as CookieJar, GUEST_COOKIE),
    device: readCookie(cookie as CookieJar, DEVICE_COOKIE),
    base: publicOrigin(request, publicUrl, ownUrl()),
  })

const visitorOf = (...visitor: Parameters<typeof clientAddress>) => {
  const address = clientAddress(...visitor)
  return { address, proof: offeredProof(visitor[0], address) }
}

/** Sets the cookies of a new session. The guest's data now belongs to the account, so the guest cookie is cleared. */
export function setSessionCookies(cookie: unknown, { user, token, device }: SignedIn) {
  const jar = cookie as CookieJar
  setCookie(jar, SESSION_COOKIE, token, SESSION_TTL_SECONDS)
  if (readCookie(jar, GUEST_COOKIE)) clearCookie(jar, GUEST_COOKIE)
  // After a new sign-in the device must not be erased for an earlier sign-out.
  if (readCookie(jar, LEFT_COOKIE)) clearCookie(jar, LEFT_COOKIE)
  rememberIn(cookie, device)
  return user
}

/** Sets the device token by which the account knows the browser. It grants no access. */
export function rememberIn(cookie: unknown, device: string) {
  const jar = cookie as CookieJar
  if (readCookie(jar, DEVICE_COOKIE) !== device) setCookie(jar, DEVICE_COOKIE, device, DEVICE_TTL_SECONDS)
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/

/**
 * The base of links in mails. A client that triggers a mail to another user also chooses the `Host` header, so without
 * `PUBLIC_URL` the header is trusted only where it names this machine.
 */
export function publicOrigin(request: Request, publicUrl: string | undefined, ownUrl: string): string {
  if (publicUrl) return new URL(publicUrl).origin
  const host = request.headers.get('host') ?? ''
  return LOOPBACK.test(host) ? `http://${host}` : ownUrl
}

/**
 * Whether a request comes from this machine itself and names it. A proxy is on this machine too, but names another host; so does a
 * site whose name was made to lead here.
 */
export function isAtThisMachine({ request, server }: Pick<RequestParts, 'request' | 'server'>): boolean {
  const address = server?.requestIP(request)?.address ?? ''
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address)
  return isLoopback && LOOPBACK.test(request.headers.get('host') ?? '') && !request.headers.has('x-forwarded-for')
}
