import { Elysia } from 'elysia'
import * as v from 'valibot'
import { withCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { RequestContextDeps } from '#server/features/accounts/sessions/request-context.ts'
import { deciderOf } from '#server/features/admin/decider-of.ts'
import { type Account, type Identity, session } from '#server/http/session.ts'
import { AdminListing, EditFacts, PauseByAdmin, ReplaceContact } from '#shared/admin/listings.ts'
import { MergePreview, MergeRecord } from '#shared/admin/merge.ts'
import { AdminRecord, CreateRecord, EditRecord, FollowSource, ReplaceRecordContact, SetListed } from '#shared/admin/records.ts'
import { VcId } from '#shared/ids.ts'
import { editFacts, type ListingDeps, pauseListing, readListing, replaceContact } from './listings.ts'
import { mergeRecord, previewMerge } from './merge.ts'
import {
  addRecord,
  editRecord,
  followSourceAgain,
  listRecord,
  type RecordDeps,
  readRecord,
  replaceRecordContact,
} from './records.ts'

type RouteDeps = ListingDeps & RecordDeps & RequestContextDeps & { identity: Identity }

const params = v.object({ id: VcId })

/** Admin endpoints for the content of the directory. Each change needs a recent proof. */
export const recordRoutes = (deps: RouteDeps) => {
  const by = deciderOf(deps)
  const as = (caller: { account: Account }) => withCaller(deps, caller)
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
    .post('/records', ({ account, body }) => addRecord(as({ account }), account, body), {
      freshAdmin: true,
      body: CreateRecord,
      response: AdminRecord,
    })
    .get('/records/:id', ({ params: { id } }) => readRecord(deps, id), { admin: true, params, response: AdminRecord })
    .patch('/records/:id', ({ account, params: { id }, body }) => editRecord(as({ account }), account, id, body), {
      freshAdmin: true,
      params,
      body: EditRecord,
      response: AdminRecord,
    })
    .patch(
      '/records/:id/contact',
      ({ account, params: { id }, body }) => replaceRecordContact(as({ account }), account, id, body),
      {
        freshAdmin: true,
        params,
        body: ReplaceRecordContact,
        response: AdminRecord,
      },
    )
    .post('/records/:id/source', ({ account, params: { id }, body }) => followSourceAgain(as({ account }), account, id, body), {
      freshAdmin: true,
      params,
      body: FollowSource,
      response: AdminRecord,
    })
    .post('/records/:id/listed', ({ account, params: { id }, body }) => listRecord(as({ account }), account, id, body), {
      freshAdmin: true,
      params,
      body: SetListed,
      response: AdminRecord,
    })
    .get('/records/:id/merge/:into', ({ params: { id, into } }) => previewMerge(deps, { from: id, into }), {
      admin: true,
      params: v.object({ id: VcId, into: VcId }),
      response: MergePreview,
    })
    .post('/records/:id/merge', ({ account, params: { id }, body }) => mergeRecord(as({ account }), account, id, body), {
      freshAdmin: true,
      params,
      body: MergeRecord,
      response: AdminRecord,
    })
}
