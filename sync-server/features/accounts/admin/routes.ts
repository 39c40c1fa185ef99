import { Elysia } from 'elysia'
import type { AccountRoutesDeps } from '#server/features/accounts/routes.ts'
import { lockingCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { requestContextOf } from '#server/features/accounts/sessions/request-context.ts'
import { session } from '#server/http/session.ts'
import { RecoverAccount } from '#shared/accounts/recovery.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { recoverAccount } from './recovery.ts'

/** Admin actions for an account whose owner has lost access. */
export const accountAdminRoutes = (deps: AccountRoutesDeps) => {
  const contextOf = requestContextOf(deps)
  return new Elysia({ name: 'accounts-admin', prefix: '/api/admin/accounts' }).use(session(deps.identity)).post(
    '/recover',
    async ({ account, body, ...visiting }) => {
      const db = lockingCaller(deps.db, { principalId: account.principalId, account })
      await recoverAccount({ ...deps, db }, account, body, contextOf(visiting).base)
      return { success: true as const }
    },
    { freshAdmin: true, body: RecoverAccount, response: Success },
  )
}
