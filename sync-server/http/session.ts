import { Elysia } from 'elysia'
import type { Transaction } from '#server/database/client.ts'
import type { clientAddress } from '#server/http/limits/client-address.ts'
import type { User } from '#shared/accounts/contract.ts'
import { GUEST, PRINCIPAL_HEADER } from '#shared/accounts/principal-header.ts'
import { type AdminRole, type AdminRoute, mayCall } from '#shared/admin/rights.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem, type ProblemCode } from '#shared/problem.ts'

export const SESSION_COOKIE = '__Host-latchkey'
export const GUEST_COOKIE = '__Host-anon'

/** Chromium caps the lifetime of a cookie at 400 days. */
export const GUEST_TTL_SECONDS = 400 * 24 * 60 * 60

/** The signed-in account of this request. */
export type Account = User & {
  /**
   * The session: its stored hash, when its password or code was last proved, its roles as of this request, and the reason why it
   * may not use them, if any. `admittedAs`: the call is an admin's, and needs one of these roles until it has written.
   */
  session: {
    sid: string
    provedAt: Date
    roles: readonly AdminRole[]
    adminRefusal: ProblemCode | undefined
    admittedAs?: AdminRole[]
  }
}

/** Whether an account may do in this session what an admin route does. */
export const mayAdminister = (account: Account | undefined, route: AdminRoute): boolean =>
  account !== undefined && account.session.adminRefusal === undefined && mayCall(account.session.roles, route)

/** The identity of a request: a signed-in account, a guest with a cookie, or an unknown client. */
export type RequestIdentity = {
  account?: Account
  principalId?: PrincipalId
  /** The principal of the session in the cookie, if that session was ended deliberately elsewhere. */
  endedFor?: PrincipalId
  /** A guest whose cookie must be set again, so that it does not expire while it is in use. */
  renewsGuest?: boolean
}

/** The owner of what a request writes. Without an account's session only a deletion of the account is checked. */
export type CallerRef = { principalId: PrincipalId; account?: Pick<Account, 'id' | 'session'> | undefined }

/** The problem for a caller that must be signed in. */
export const notSignedIn = ({ endedFor }: RequestIdentity) => new Problem(endedFor ? 'session-ended' : 'session-lost')

/** The origin of a request, for rate limits. */
export type Visitor = { request: Request; server: Parameters<typeof clientAddress>[1] }

/** The account functions that the session guard needs; the accounts feature provides them. */
export type Identity = {
  findCaller: (cookies: { session: string | undefined; guest: string | undefined }) => Promise<RequestIdentity>
  /**
   * Admits an account to an admin route, by the table in `shared/admin/rights.ts`.
   *
   * @param how.route  method and path, such as `GET /api/admin/vcs`
   * @param how.isFresh  whether the password or a code must have been proved within the last minutes
   * @returns the account, for the writes of the call
   * @throws Problem `forbidden`, `accounts.admin-needs-two-factor`, `accounts.admin-needs-password`, `admin.role-needed`, `step-up`
   */
  requireAdmin: (account: Account, how: { route: string; isFresh?: boolean }) => Account
  /** @throws Problem `too-many-requests`, before anything is written, when too many guests were created at one address */
  createGuest: (visitor: Visitor) => Promise<{ principalId: PrincipalId; token: string }>
  /**
   * Locks a caller that was admitted until the transaction ends. Must run first in the transaction.
   *
   * @throws Problem `session-lost`, `session-ended` when the caller no longer exists
   */
  lock: (tx: Transaction, caller: CallerRef) => Promise<void>
  /**
   * Accepts a call that names its own principal, or names none: a call of one principal is never applied as another's.
   *
   * @param named  the principal that the device shows, and that no other device knows
   * @throws Problem `session-ended` with the key for unsent mutations, `accounts.deleted`, `session-lost`
   */
  requireOwner: (caller: RequestIdentity, named: PrincipalId | undefined) => Promise<void>
}

export type CookieJar = Record<string, { value?: unknown; set: (options: Record<string, unknown>) => unknown }>

const cookieOptions = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const
export const readCookie = (jar: CookieJar, name: string) => {
  const value = jar[name]?.value
  return typeof value === 'string' && value ? value : undefined
}

export const setCookie = (jar: CookieJar, name: string, value: string, maxAge: number) =>
  jar[name]?.set({ ...cookieOptions, value, maxAge })
export const clearCookie = (jar: CookieJar, name: string) => jar[name]?.set({ ...cookieOptions, value: '', maxAge: 0 })

/** The caller, by the cookies of a request. The cookie of a guest is renewed before it expires. */
export const callerOf =
  (identity: Pick<Identity, 'findCaller'>) =>
  async (jar: CookieJar): Promise<RequestIdentity> => {
    const guest = readCookie(jar, GUEST_COOKIE)
    const caller = await identity.findCaller({ session: readCookie(jar, SESSION_COOKIE), guest })
    if (guest && caller.renewsGuest) setCookie(jar, GUEST_COOKIE, guest, GUEST_TTL_SECONDS)
    return caller
  }

/** The principal that the screen of the caller shows; undefined where it shows a guest, or names none. */
function namedIn({ headers }: Request): PrincipalId | undefined {
  const named = headers.get(PRINCIPAL_HEADER)
  return named && named !== GUEST ? (named as PrincipalId) : undefined
}

/**
 * The caller of a route, as route options: `caller` (any client), `signedIn`, `admin`, `freshAdmin` (an admin with a recent
 * proof, for calls that move money or change another account's rights), and `principal`, which creates a guest for an unknown
 * client that is about to own something. Each of them refuses a call that names another principal than the caller's. `anyone`
 * does not: a public page, or a mailed link, must also work in a browser whose session has ended.
 */
export const session = (identity: Identity) => {
  const findCaller = callerOf(identity)
  const findNamed = async (jar: CookieJar, request: Request) => {
    const caller = await findCaller(jar)
    await identity.requireOwner(caller, namedIn(request))
    return caller
  }
  const findAccount = async (jar: CookieJar, request: Request) => {
    const caller = await findNamed(jar, request)
    if (!caller.account) throw notSignedIn(caller)
    return caller.account
  }
  return new Elysia({ name: 'session' }).macro({
    anyone: {
      async resolve({ cookie }) {
        return { caller: await findCaller(cookie as CookieJar) }
      },
    },
    caller: {
      async resolve({ cookie, request }) {
        return { caller: await findNamed(cookie as CookieJar, request) }
      },
    },
    signedIn: {
      async resolve({ cookie, request }) {
        return { account: await findAccount(cookie as CookieJar, request) }
      },
    },
    admin: {
      async resolve({ cookie, request, route }) {
        const account = await findAccount(cookie as CookieJar, request)
        return { account: identity.requireAdmin(account, { route: `${request.method} ${route}` }) }
      },
    },
    freshAdmin: {
      async resolve({ cookie, request, route }) {
        const account = await findAccount(cookie as CookieJar, request)
        return { account: identity.requireAdmin(account, { route: `${request.method} ${route}`, isFresh: true }) }
      },
    },
    principal: {
      async resolve({ cookie, request, server }) {
        const jar = cookie as CookieJar
        const caller = await findNamed(jar, request)
        const { account, principalId } = caller
        // A client of the last release does not name the principal it shows: it may be the account of the session that has ended.
        if (!account && !request.headers.has(PRINCIPAL_HEADER) && readCookie(jar, SESSION_COOKIE)) {
          // A browser whose storage was cleared continues as a guest with its next call. The cookie of a session that was ended
          // deliberately is kept, because its device must still erase its data.
          if (!caller.endedFor) clearCookie(jar, SESSION_COOKIE)
          throw notSignedIn(caller)
        }
        if (principalId) return { account, principalId }
        const guest = await identity.createGuest({ request, server })
        setCookie(jar, GUEST_COOKIE, guest.token, GUEST_TTL_SECONDS)
        return { account, principalId: guest.principalId }
      },
    },
  })
}
