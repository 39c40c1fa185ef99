import { Elysia } from 'elysia'
import * as v from 'valibot'
import { lockingCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import {
  type RequestContextDeps,
  type RequestParts,
  requestContextOf,
} from '#server/features/accounts/sessions/request-context.ts'
import type { Decider } from '#server/features/admin/deps.ts'
import { type Account, type Identity, session } from '#server/http/session.ts'
import { AdminListing, EditFacts, PauseByAdmin, ReplaceContact } from '#shared/admin/listings.ts'
import { VcId } from '#shared/ids.ts'
import { editFacts, type ListingDeps, pauseListing, readListing, replaceContact } from './listings.ts'

type RouteDeps = ListingDeps & RequestContextDeps & { identity: Identity }

const params = v.object({ id: VcId })

/** Admin endpoints for the content of the directory. Each change needs a recent proof. */
export const recordRoutes = (deps: RouteDeps) => {
  const contextOf = requestContextOf(deps)
  const by = ({ account, ...visiting }: RequestParts & { account: Account }): Decider => ({
    admin: account,
    base: contextOf(visiting).base,
  })
  /** An admin who was signed out after the request was authenticated cannot decide. */
  const as = ({ account }: { account: Account }): RouteDeps => ({
    ...deps,
    db: lockingCaller(deps.db, { principalId: account.principalId, account }),
  })
  return new Elysia({ name: 'records', prefix: '/api/admin' })
    .use(session(deps.identity))
    .get('/listings/:id', ({ params: { id } }) => readListing(deps, id), { admin: true, params, response: AdminListing })
    .patch('/listings/:id', ({ params: { id }, body, ...context }) => editFacts(as(context), by(context), id, body), {
      freshAdmin: true,
      params,
      body: EditFacts,
      response: AdminListing,
    })
    .patch(
      '/listings/:id/contact',
      ({ params: { id }, body, ...context }) => replaceContact(as(context), by(context), id, body),
      {
        freshAdmin: true,
        params,
        body: ReplaceContact,
        response: AdminListing,
      },
    )
    .post('/listings/:id/pause', ({ params: { id }, body, ...context }) => pauseListing(as(context), by(context), id, body), {
      freshAdmin: true,
      params,
      body: PauseByAdmin,
      response: AdminListing,
    })
}
