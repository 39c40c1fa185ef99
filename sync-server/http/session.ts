import { Elysia } from 'elysia'
import type { Transaction } from '#server/database/client.ts'
import type { clientAddress } from '#server/http/limits/client-address.ts'
import type { User } from '#shared/accounts/contract.ts'
import { GUEST, PRINCIPAL_HEADER } from '#shared/accounts/principal-header.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem, type ProblemCode } from '#shared/problem.ts'

export const SESSION_COOKIE = '__Host-latchkey'
export const GUEST_COOKIE = '__Host-anon'

/** Chromium caps a cookie's life at 400 days. */
export const GUEST_TTL_SECONDS = 400 * 24 * 60 * 60

/** The signed-in account of this request. */
export type Account = User & {
  /** Of the session: its stored hash, when its password or code was last proved, and why it may not act as an admin, if it may not. */
  session: { sid: string; provedAt: Date; adminRefusal: ProblemCode | undefined }
}

/** Whether an account may use the rights of an admin in this session. */
export const mayAdminister = (account: Account | undefined): boolean =>
  account !== undefined && account.session.adminRefusal === undefined

/** Whoever makes this request: a signed-in account, a guest known by cookie, or a stranger. */
export type RequestIdentity = {
  account?: Account
  principalId?: PrincipalId
  /** Whose session the cookie named until it was ended on purpose, elsewhere. */
  endedFor?: PrincipalId
  /** A guest whose cookie is to be given again, so that it does not run out while it is used. */
  renewsGuest?: boolean
}

/** Whoever owns what a request writes. Without an account's session only the end of the account itself is looked for. */
export type Held = { principalId: PrincipalId; account?: Pick<Account, 'id' | 'session'> | undefined }

/** What is said to a caller who would have to be signed in. */
export const notSignedIn = ({ endedFor }: RequestIdentity) => new Problem(endedFor ? 'session-ended' : 'session-lost')

/** Where a request comes from, for limits. */
export type Visitor = { request: Request; server: Parameters<typeof clientAddress>[1] }

/** What the door needs to know of accounts; the accounts feature provides it. */
export type Identity = {
  findCaller: (cookies: { session: string | undefined; guest: string | undefined }) => Promise<RequestIdentity>
  /**
   * @param how.isFresh  whether the password or a code must have been proved within the last minutes
   * @throws Problem `forbidden`, `accounts.admin-needs-two-factor`, `accounts.admin-needs-password`, `step-up`
   */
  requireAdmin: (account: Account, how?: { isFresh?: boolean }) => void
  /** @throws Problem `too-many-requests`, before anything is written, where too many became guests at one address */
  createGuest: (visitor: Visitor) => Promise<{ principalId: PrincipalId; token: string }>
  /**
   * Holds a caller that was let in until the transaction ends. Run before anything else of the transaction.
   *
   * @throws Problem `session-lost`, `session-ended` when the caller is gone by now
   */
  hold: (tx: Transaction, caller: Held) => Promise<void>
  /**
   * Lets a call pass that is made for the principal it names, or that names none: a call of one person is never taken for another's.
   *
   * @param named  the principal that the device shows, and that no other device knows
   * @throws Problem `session-ended` with the key for what was not sent, `accounts.deleted`, `session-lost`
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

/** Who is calling, by the cookies of a request. That of a guest is given again before it runs out. */
export const callerOf =
  (identity: Pick<Identity, 'findCaller'>) =>
  async (jar: CookieJar): Promise<RequestIdentity> => {
    const guest = readCookie(jar, GUEST_COOKIE)
    const caller = await identity.findCaller({ session: readCookie(jar, SESSION_COOKIE), guest })
    if (guest && caller.renewsGuest) setCookie(jar, GUEST_COOKIE, guest, GUEST_TTL_SECONDS)
    return caller
  }

/** The principal that the screen of the caller shows; undefined where it shows a guest, or does not say whom. */
function namedIn({ headers }: Request): PrincipalId | undefined {
  const named = headers.get(PRINCIPAL_HEADER)
  return named && named !== GUEST ? (named as PrincipalId) : undefined
}

/**
 * Who is calling, as route options: `caller` (anybody), `signedIn`, `admin`, `freshAdmin` (an admin with a recent proof,
 * for what moves money or changes somebody's rights), and `principal`, which makes a guest of a stranger who is about to own something.
 * Each of them refuses a call that names another principal than the caller's. `anyone` does not: a public page, or a mailed link,
 * is for a browser whose session is over as well.
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
      async resolve({ cookie, request }) {
        const account = await findAccount(cookie as CookieJar, request)
        identity.requireAdmin(account)
        return { account }
      },
    },
    freshAdmin: {
      async resolve({ cookie, request }) {
        const account = await findAccount(cookie as CookieJar, request)
        identity.requireAdmin(account, { isFresh: true })
        return { account }
      },
    },
    principal: {
      async resolve({ cookie, request, server }) {
        const jar = cookie as CookieJar
        const caller = await findNamed(jar, request)
        const { account, principalId } = caller
        // A client of the last release does not say whom it shows: perhaps the account of the session that is over.
        if (!account && !request.headers.has(PRINCIPAL_HEADER) && readCookie(jar, SESSION_COOKIE)) {
          // A browser whose storage was emptied goes on as a guest with its next call. The cookie of a session that was ended
          // stays, because its device has yet to be emptied.
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
