import { Elysia } from 'elysia'
import { session } from '#server/http/session.ts'
import { RecoverAccount } from '#shared/accounts/recovery.ts'
import { Success } from '#shared/accounts/safety.ts'
import { recoverAccount } from './admin-recovery.ts'
import { holding } from './hold-caller.ts'
import type { AccountRoutesDeps } from './routes.ts'
import { visitOf } from './visiting.ts'

/** What admins do for an account whose owner cannot. */
export const accountAdminRoutes = (deps: AccountRoutesDeps) => {
  const visit = visitOf(deps)
  return new Elysia({ name: 'accounts-admin', prefix: '/api/admin/accounts' }).use(session(deps.identity)).post(
    '/recover',
    async ({ account, body, ...visiting }) => {
      const db = holding(deps.db, { principalId: account.principalId, account })
      await recoverAccount({ ...deps, db }, account, body, visit(visiting).base)
      return { success: true as const }
    },
    { freshAdmin: true, body: RecoverAccount, response: Success },
  )
}
