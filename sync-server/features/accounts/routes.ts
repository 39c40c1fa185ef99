import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Env } from '#server/env.ts'
import {
  isAtThisMachine,
  type RequestContextDeps,
  requestContextOf,
  setSessionCookies,
} from '#server/features/accounts/sessions/request-context.ts'
import { type CookieJar, clearCookie, type Identity, readCookie, SESSION_COOKIE, session } from '#server/http/session.ts'
import { Login, Logout, Register, SampleSignIn, User } from '#shared/accounts/contract.ts'
import { Problem } from '#shared/problem.ts'
import type { AccountDeps } from './deps.ts'
import { register, signIn, signInAsSample, signOut } from './service.ts'

export type AccountRoutesDeps = AccountDeps & RequestContextDeps & { identity: Identity; env: Pick<Env, 'offersSampleSignIn'> }

export const accountRoutes = (deps: AccountRoutesDeps) => {
  const contextOf = requestContextOf(deps)
  return new Elysia({ name: 'accounts', prefix: '/api/auth' })
    .use(session(deps.identity))
    .get('/user', ({ account: { session: _, ...user } }) => user, { signedIn: true, response: User })
    .post(
      '/login',
      async ({ body, ...visiting }) => setSessionCookies(visiting.cookie, await signIn(deps, body, contextOf(visiting))),
      {
        body: Login,
        response: User,
      },
    )
    .post(
      '/sample',
      async ({ body, ...visiting }) => {
        const isOffered = deps.env.offersSampleSignIn && isAtThisMachine(visiting)
        if (!isOffered) throw new Problem('not-found')
        return setSessionCookies(visiting.cookie, await signInAsSample(deps, body.account, contextOf(visiting)))
      },
      {
        body: SampleSignIn,
        response: User,
      },
    )
    .post(
      '/register',
      async ({ body, ...visiting }) => setSessionCookies(visiting.cookie, await register(deps, body, contextOf(visiting))),
      {
        body: Register,
        response: User,
      },
    )
    .post(
      '/logout',
      async ({ body, cookie }) => {
        const jar = cookie as CookieJar
        const hasEnded = await signOut(deps, readCookie(jar, SESSION_COOKIE), body ?? {})
        if (hasEnded) clearCookie(jar, SESSION_COOKIE)
        return { success: true }
      },
      { body: v.optional(v.nullable(Logout)) },
    )
}
