import { Elysia } from 'elysia'
import type { AccountRoutesDeps } from '#server/features/accounts/routes.ts'
import { requestContextOf } from '#server/features/accounts/sessions/request-context.ts'
import { session } from '#server/http/session.ts'
import { ConfirmTotp, RecoveryCodes, Success, TotpSetup } from '#shared/accounts/security-contract.ts'
import { beginTotp, confirmTotp, disableTotp } from './two-factor.ts'

export const twoFactorRoutes = (deps: AccountRoutesDeps) => {
  const contextOf = requestContextOf(deps)
  return new Elysia({ name: 'two-factor', prefix: '/api/auth/totp' })
    .use(session(deps.identity))
    .post('/begin', ({ account }) => beginTotp(deps, account), { signedIn: true, response: TotpSetup })
    .post('/confirm', ({ body, account, ...visiting }) => confirmTotp(deps, account, body.code, contextOf(visiting)), {
      signedIn: true,
      body: ConfirmTotp,
      response: RecoveryCodes,
    })
    .post(
      '/disable',
      async ({ account, ...visiting }) => {
        await disableTotp(deps, account, contextOf(visiting).base)
        return { success: true as const }
      },
      { signedIn: true, response: Success },
    )
}
