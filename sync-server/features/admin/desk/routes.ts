import { Elysia } from 'elysia'
import * as v from 'valibot'
import { type BanDeps, banAccount, unbanAccount } from '#server/features/accounts/admin/ban.ts'
import { withCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { type RequestContextDeps, requestContextOf } from '#server/features/accounts/sessions/request-context.ts'
import { type Account, type Identity, session } from '#server/http/session.ts'
import { Customer } from '#shared/admin/customer.ts'
import { DecideBan, GiveAccess, RevokeAccess } from '#shared/admin/customer-decisions.ts'
import { DeskResults, SearchDesk } from '#shared/admin/search.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { giveAccess, revokeAccess } from './access.ts'
import { type CustomerDeps, readCustomer, viewCustomer } from './customer.ts'
import { type SearchDeps, searchDesk } from './search.ts'

type RouteDeps = SearchDeps & CustomerDeps & BanDeps & RequestContextDeps & { identity: Identity }

const NoBody = v.optional(v.nullable(v.object({})))

/** Admin endpoints for the help of one customer: search, the customer's page, and decisions about it. */
export const deskRoutes = (deps: RouteDeps) => {
  const as = (account: Account) => withCaller(deps, { account })
  const contextOf = requestContextOf(deps)
  const decideBan = async (decide: typeof banAccount, admin: Account, id: string, { reason }: DecideBan) => {
    await decide(deps, admin, { id: id as PrincipalId, reason })
    return readCustomer(deps, id as PrincipalId)
  }
  return (
    new Elysia({ name: 'desk', prefix: '/api/admin' })
      .use(session(deps.identity))
      .post('/search', ({ body }) => searchDesk(deps, body), { admin: true, body: SearchDesk, response: DeskResults })
      // It records the view, so it is no GET.
      .post('/customers/:id', ({ account, params, body: _ }) => viewCustomer(as(account), account, params.id as PrincipalId), {
        admin: true,
        body: NoBody,
        response: Customer,
      })
      .post('/customers/:id/ban', ({ account, params, body }) => decideBan(banAccount, account, params.id, body), {
        freshAdmin: true,
        body: DecideBan,
        response: Customer,
      })
      .post(
        '/customers/:id/grants',
        async ({ account, params, body, ...visiting }) => {
          const id = params.id as PrincipalId
          await giveAccess(as(account), { admin: account, base: contextOf(visiting).base }, id, body)
          return readCustomer(deps, id)
        },
        { freshAdmin: true, body: GiveAccess, response: Customer },
      )
      .post(
        '/customers/:id/grants/:grant/revoke',
        async ({ account, params, body, ...visiting }) => {
          const id = params.id as PrincipalId
          await revokeAccess(as(account), { admin: account, base: contextOf(visiting).base }, id, params.grant, body)
          return readCustomer(deps, id)
        },
        { freshAdmin: true, body: RevokeAccess, response: Customer },
      )
      .post('/customers/:id/unban', ({ account, params, body }) => decideBan(unbanAccount, account, params.id, body), {
        freshAdmin: true,
        body: DecideBan,
        response: Customer,
      })
  )
}
