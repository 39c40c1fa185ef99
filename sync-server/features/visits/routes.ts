import { Elysia } from 'elysia'
import { clientAddress } from '#server/http/limits/client-address.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { type Identity, session } from '#server/http/session.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { CountVisits } from '#shared/visits/contract.ts'
import { countVisits, type VisitDeps } from './service.ts'

type RoutesDeps = VisitDeps & { identity: Identity; limit: RateLimit; trustedProxies: number }

/** View counts reported by pages: only numbers. The endpoint creates no guest and replies the same to all callers. */
export const visitRoutes = (deps: RoutesDeps) =>
  new Elysia({ name: 'visits', prefix: '/api' }).use(session(deps.identity)).post(
    '/visits',
    async ({ body, caller, request, server }) => {
      await deps.limit('visits-address', clientAddress(request, server, deps.trustedProxies), body.visits.length)
      await countVisits(deps, body.visits, caller.account?.id)
      return { success: true as const }
    },
    { caller: true, body: CountVisits, response: Success },
  )
