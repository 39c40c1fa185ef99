import { Elysia } from 'elysia'
import * as v from 'valibot'
import { lockingCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { type RequestContextDeps, requestContextOf } from '#server/features/accounts/sessions/request-context.ts'
import { type Identity, session } from '#server/http/session.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { VcId } from '#shared/ids.ts'
import {
  AdminProfileRequests,
  AskForProfile,
  DecideProfileRequest,
  MailedRequest,
  ProfileAsked,
  RequestOutcome,
  RequestToken,
} from '#shared/profile-requests/contract.ts'
import { decide, listForAdmin } from './admin.ts'
import { askForProfile, confirmLink, type ProfileRequestDeps, previewLink } from './service.ts'

const params = v.object({ id: VcId })

/** Claim and removal endpoints for people who are listed without their request. */
export const profileRequestRoutes = (deps: ProfileRequestDeps & RequestContextDeps & { identity: Identity }) => {
  const contextOf = requestContextOf(deps)
  return new Elysia({ name: 'profile-requests', prefix: '/api' })
    .use(session(deps.identity))
    .post(
      '/listings/:id/claim',
      ({ params, body, ...visiting }) =>
        askForProfile(deps, { id: params.id, kind: 'claim', given: body ?? {}, context: contextOf(visiting) }),
      { params, body: v.optional(v.nullable(AskForProfile)), response: ProfileAsked },
    )
    .post(
      '/listings/:id/remove',
      ({ params, body, ...visiting }) =>
        askForProfile(deps, { id: params.id, kind: 'remove', given: body ?? {}, context: contextOf(visiting) }),
      { params, body: v.optional(v.nullable(AskForProfile)), response: ProfileAsked },
    )
    .post('/profile-requests/look', ({ body }) => previewLink(deps, body.token), { body: RequestToken, response: MailedRequest })
    .post('/profile-requests/confirm', ({ body, caller }) => confirmLink(deps, body.token, caller.account), {
      anyone: true,
      body: RequestToken,
      response: RequestOutcome,
    })
    .get('/admin/profile-requests', () => listForAdmin(deps), { admin: true, response: AdminProfileRequests })
    .patch(
      '/admin/profile-requests/:id',
      async ({ params, body, account, ...visiting }) => {
        const db = lockingCaller(deps.db, { principalId: account.principalId, account })
        await decide({ ...deps, db }, { id: params.id, decision: body.decision, admin: account, base: contextOf(visiting).base })
        return { success: true as const }
      },
      { freshAdmin: true, body: DecideProfileRequest, response: Success },
    )
}
