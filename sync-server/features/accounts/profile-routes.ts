import { Elysia } from 'elysia'
import { resetPassword, setPassword, updatePassword } from '#server/features/accounts/credentials/passwords.ts'
import { mailCode, stepUp } from '#server/features/accounts/credentials/step-up.ts'
import { endOtherSessions, endSession, listOwnSessions } from '#server/features/accounts/sessions/list-sessions.ts'
import { requestContextOf, setSessionCookies } from '#server/features/accounts/sessions/request-context.ts'
import { type CookieJar, clearCookie, SESSION_COOKIE, session } from '#server/http/session.ts'
import { User } from '#shared/accounts/contract.ts'
import {
  ChangeProfile,
  CompleteProfile,
  ResetPassword,
  SessionList,
  SetPassword,
  StepUp,
  Success,
  UpdatePassword,
} from '#shared/accounts/security-contract.ts'
import { changeProfile, completeProfile, resumeMail } from './profile.ts'
import type { AccountRoutesDeps } from './routes.ts'

const success = { success: true as const }

/** Actions of a signed-in user on their own account. */
export const selfRoutes = (deps: AccountRoutesDeps) => {
  const contextOf = requestContextOf(deps)
  return new Elysia({ name: 'account-self', prefix: '/api' })
    .use(session(deps.identity))
    .put(
      '/auth/profile',
      async ({ body, account, ...visiting }) => {
        const { user, signedIn } = await changeProfile(deps, account, body, contextOf(visiting))
        return signedIn ? setSessionCookies(visiting.cookie, signedIn) : user
      },
      { signedIn: true, body: ChangeProfile, response: User },
    )
    .post('/auth/resume-mail', ({ account }) => resumeMail(deps, account), { signedIn: true, response: User })
    .post('/complete-profile', ({ body, account }) => completeProfile(deps, account, body), {
      signedIn: true,
      body: CompleteProfile,
      response: User,
    })
    .post(
      '/set-password',
      async ({ body, account, ...visiting }) =>
        setSessionCookies(visiting.cookie, await setPassword(deps, account, body.password, contextOf(visiting))),
      { signedIn: true, body: SetPassword, response: User },
    )
    .post(
      '/update-password',
      async ({ body, account, ...visiting }) =>
        setSessionCookies(visiting.cookie, await updatePassword(deps, account, body, contextOf(visiting))),
      { signedIn: true, body: UpdatePassword, response: User },
    )
    .post(
      '/reset-password',
      async ({ body, account, ...visiting }) =>
        setSessionCookies(visiting.cookie, await resetPassword(deps, account, body.newPassword, contextOf(visiting))),
      { signedIn: true, body: ResetPassword, response: User },
    )
    .post(
      '/auth/code',
      async ({ account, ...visiting }) => {
        await mailCode(deps, account, contextOf(visiting))
        return success
      },
      { signedIn: true, response: Success },
    )
    .post(
      '/auth/step-up',
      async ({ body, account, ...visiting }) =>
        setSessionCookies(visiting.cookie, await stepUp(deps, account, body, contextOf(visiting))),
      { signedIn: true, body: StepUp, response: User },
    )
    .get('/auth/sessions', ({ account }) => listOwnSessions(deps, account), { signedIn: true, response: SessionList })
    .delete(
      '/auth/sessions',
      async ({ account }) => {
        await endOtherSessions(deps, account)
        return success
      },
      { signedIn: true, response: Success },
    )
    .delete(
      '/auth/sessions/:id',
      async ({ params, account, cookie }) => {
        if (await endSession(deps, account, params.id)) clearCookie(cookie as CookieJar, SESSION_COOKIE)
        return success
      },
      { signedIn: true, response: Success },
    )
}
