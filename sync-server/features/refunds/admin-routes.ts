import { Elysia } from 'elysia'
import * as v from 'valibot'
import { withCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { type Account, type Identity, session } from '#server/http/session.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { AdminDisputes, AdminRefund, AdminRefunds, ApproveRefund, RefundUnasked, RejectRefund } from '#shared/refunds/admin.ts'
import { listDisputesAndWarnings, listRefunds } from './admin.ts'
import { approveRefund, type DecideDeps, dismissFraudWarning, refundByAdmin, rejectRefund } from './decide.ts'

/** Admin endpoints for refunds. A decision needs a recent proof: a rejection releases the seller's share for a payout. */
export const refundAdminRoutes = (deps: DecideDeps & { identity: Identity }) => {
  const as = (account: Account) => withCaller(deps, { account })
  return new Elysia({ name: 'refunds-admin', prefix: '/api/admin' })
    .use(session(deps.identity))
    .get('/refunds', () => listRefunds(deps), { admin: true, response: AdminRefunds })
    .post('/refunds', ({ account, body }) => refundByAdmin(as(account), account, body), {
      freshAdmin: true,
      body: RefundUnasked,
      response: AdminRefund,
    })
    .post('/refunds/:id/approve', ({ account, params, body }) => approveRefund(as(account), account, params.id, body ?? {}), {
      freshAdmin: true,
      body: v.optional(v.nullable(ApproveRefund)),
      response: AdminRefund,
    })
    .post('/refunds/:id/reject', ({ account, params, body }) => rejectRefund(as(account), account, params.id, body), {
      freshAdmin: true,
      body: RejectRefund,
      response: AdminRefund,
    })
    .get('/disputes', () => listDisputesAndWarnings(deps), { admin: true, response: AdminDisputes })
    .post(
      '/warnings/:id/leave-alone',
      async ({ account, params, body: _ }) => {
        await dismissFraudWarning(as(account), account, params.id)
        return { success: true as const }
      },
      { freshAdmin: true, body: v.optional(v.nullable(v.object({}))), response: Success },
    )
}
