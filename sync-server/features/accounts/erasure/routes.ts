import { Elysia } from 'elysia'
import { requireRecent } from '#server/features/accounts/credentials/recent-proof.ts'
import type { AccountRoutesDeps } from '#server/features/accounts/routes.ts'
import { DEVICE_COOKIE } from '#server/features/accounts/sessions/request-context.ts'
import { type CookieJar, clearCookie, SESSION_COOKIE, session } from '#server/http/session.ts'
import { DeleteAccount, Success } from '#shared/accounts/security-contract.ts'
import { eraseAccount } from './erase-account.ts'
import { exportAccount } from './export-account.ts'

/** Data export and account deletion. */
export const leaveRoutes = (deps: AccountRoutesDeps) =>
  new Elysia({ name: 'account-leave', prefix: '/api/auth' })
    .use(session(deps.identity))
    .get(
      '/export',
      async ({ account, set }) => {
        requireRecent(deps, account)
        await deps.limit('export-account', account.principalId)
        set.headers['content-disposition'] = 'attachment; filename="latchkey-account.json"'
        return exportAccount(deps, account)
      },
      { signedIn: true },
    )
    .delete(
      '/delete-account',
      async ({ account, cookie, query }) => {
        await eraseAccount(deps, account, query)
        clearCookie(cookie as CookieJar, SESSION_COOKIE)
        clearCookie(cookie as CookieJar, DEVICE_COOKIE)
        return { success: true as const }
      },
      { signedIn: true, query: DeleteAccount, response: Success },
    )
