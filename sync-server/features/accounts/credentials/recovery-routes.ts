import { Elysia } from 'elysia'
import type { AccountRoutesDeps } from '#server/features/accounts/routes.ts'
import { rememberIn, requestContextOf, setSessionCookies } from '#server/features/accounts/sessions/request-context.ts'
import { session } from '#server/http/session.ts'
import {
  EmailKept,
  ForgotPassword,
  KeepEmail,
  ResetForgotten,
  Success,
  Verified,
  VerifyEmail,
} from '#shared/accounts/security-contract.ts'
import { keepEmail } from './keep-email.ts'
import { forgetPassword, resetForgotten } from './recovery.ts'
import { sendVerification, verify } from './verification.ts'

/** Account recovery and address verification: the targets of mailed links. */
export const recoveryRoutes = (deps: AccountRoutesDeps) => {
  const contextOf = requestContextOf(deps)
  return new Elysia({ name: 'account-recovery', prefix: '/api/auth' })
    .use(session(deps.identity))
    .post(
      '/forgot-password',
      async ({ body, ...visiting }) => {
        await forgetPassword(deps, body.email, contextOf(visiting))
        return { success: true as const }
      },
      { body: ForgotPassword, response: Success },
    )
    .post(
      '/reset-forgotten',
      async ({ body, ...visiting }) => {
        rememberIn(visiting.cookie, await resetForgotten(deps, body.token, body.newPassword, contextOf(visiting)))
        return { success: true as const }
      },
      { body: ResetForgotten, response: Success },
    )
    .post(
      '/verify-email',
      async ({ body, caller, ...visiting }) => {
        const { signedIn, ...verified } = await verify(deps, body, caller.account, contextOf(visiting))
        return signedIn ? { ...verified, user: setSessionCookies(visiting.cookie, signedIn) } : verified
      },
      { anyone: true, body: VerifyEmail, response: Verified },
    )
    .post('/keep-email', async ({ body, ...visiting }) => ({ email: await keepEmail(deps, body.token, contextOf(visiting)) }), {
      body: KeepEmail,
      response: EmailKept,
    })
    .post(
      '/send-verification',
      async ({ account, ...visiting }) => {
        await sendVerification(deps, account, contextOf(visiting))
        return { success: true as const }
      },
      { signedIn: true, response: Success },
    )
}
