import { Elysia } from 'elysia'
import * as v from 'valibot'
import { lockingCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { type Account, type Identity, session } from '#server/http/session.ts'
import { Customer } from '#shared/admin/customer.ts'
import { DeskResults, SearchDesk } from '#shared/admin/search.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { type CustomerDeps, viewCustomer } from './customer.ts'
import { type SearchDeps, searchDesk } from './search.ts'

type RouteDeps = SearchDeps & CustomerDeps & { identity: Identity }

const NoBody = v.optional(v.nullable(v.object({})))

/** Admin endpoints for the help of one customer: search, the customer's page, and decisions about it. */
export const deskRoutes = (deps: RouteDeps) => {
  /** An admin who was signed out after the request was authenticated cannot decide. */
  const as = (account: Account): RouteDeps => ({
    ...deps,
    db: lockingCaller(deps.db, { principalId: account.principalId, account }),
  })
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
  )
}
