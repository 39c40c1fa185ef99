import { Elysia } from 'elysia'
import { clientAddress } from '#server/http/limits/client-address.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { type Identity, session } from '#server/http/session.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { AdminClientErrors, ReportClientErrors } from '#shared/client-errors/contract.ts'
import { type ClientErrorDeps, countClientErrors, listClientErrors } from './service.ts'

type RoutesDeps = ClientErrorDeps & { identity: Identity; limit: RateLimit; trustedProxies: number }

/** Errors that pages report. The endpoint reads no session, creates no guest and replies the same to all callers. */
export const clientErrorRoutes = (deps: RoutesDeps) =>
  new Elysia({ name: 'client-errors', prefix: '/api' })
    .post(
      '/client-errors',
      async ({ body: { errors }, request, server }) => {
        await deps.limit('client-errors-address', clientAddress(request, server, deps.trustedProxies), errors.length)
        await deps.limit('client-errors', 'all', errors.length)
        await countClientErrors(deps, errors)
        return { success: true as const }
      },
      { body: ReportClientErrors, response: Success },
    )
    .use(session(deps.identity))
    .get('/admin/client-errors', () => listClientErrors(deps), { admin: true, response: AdminClientErrors })
