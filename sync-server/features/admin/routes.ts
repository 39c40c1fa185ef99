import { Elysia } from 'elysia'
import * as v from 'valibot'
import { withCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { RequestContextDeps } from '#server/features/accounts/sessions/request-context.ts'
import { confirmRun, listImports } from '#server/features/admin/imports/import-runs.ts'
import { confirmPrice, confirmPrices } from '#server/features/admin/imports/prices.ts'
import { liftRevocation, listApplicationsForReview, verifyVc } from '#server/features/admin/profiles/applications.ts'
import { type Account, type Identity, session } from '#server/http/session.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { AdminApplication, AdminApplications, LiftRevocation, VerifyVc } from '#shared/admin/applications.ts'
import { AuditChoices, AuditExport, AuditFilter, AuditPage, AuditQuery } from '#shared/admin/audit.ts'
import { AdminDeliveries, Retried, RetryDelivery } from '#shared/admin/deliveries.ts'
import {
  AdminImports,
  ConfirmedPrices,
  ConfirmPrice,
  ConfirmPrices,
  ConfirmRun,
  DoubtfulPrice,
  ImportRun,
} from '#shared/admin/imports.ts'
import { AdminIntro, AdminIntros, AnswerIntro } from '#shared/admin/intros.ts'
import { AdminProject, AdminProjects, ReviewProject } from '#shared/admin/projects.ts'
import { deciderOf } from './decider-of.ts'
import { listDeliveries, retryDelivery } from './deliveries.ts'
import type { ReviewDeps } from './deps.ts'
import { answerIntro, listIntrosForReview } from './intros.ts'
import { listAudit, listAuditChoices, undo } from './log/audit.ts'
import { exportAudit } from './log/export-audit.ts'
import { listProjects, reviewProject } from './projects.ts'

type RouteDeps = ReviewDeps & RequestContextDeps & { identity: Identity }

/**
 * Admin endpoints of the review queues. Admin rights are checked against the database on every call. A decision that changes the
 * rights of an account, and every undo, needs a recent proof.
 */
export const reviewRoutes = (deps: RouteDeps) => {
  const by = deciderOf(deps)
  const as = (caller: { account: Account }) => withCaller(deps, caller)
  return new Elysia({ name: 'review', prefix: '/api/admin' })
    .use(session(deps.identity))
    .get('/vcs', () => listApplicationsForReview(deps), { admin: true, response: AdminApplications })
    .patch('/vcs/:id/verify', ({ params, body, ...context }) => verifyVc(as(context), by(context), params.id, body), {
      freshAdmin: true,
      body: VerifyVc,
      response: AdminApplication,
    })
    .post(
      '/vcs/:id/lift-revocation',
      ({ params, body, ...context }) => liftRevocation(as(context), by(context), params.id, body),
      {
        freshAdmin: true,
        body: LiftRevocation,
        response: AdminApplication,
      },
    )
    .get('/projects', () => listProjects(deps), { admin: true, response: AdminProjects })
    .patch('/projects/:id', ({ params, body, ...context }) => reviewProject(as(context), by(context), params.id, body), {
      admin: true,
      body: ReviewProject,
      response: AdminProject,
    })
    .get('/intros', () => listIntrosForReview(deps), { admin: true, response: AdminIntros })
    .patch('/intros/:id', ({ params, body, ...context }) => answerIntro(as(context), by(context), params.id, body), {
      admin: true,
      body: AnswerIntro,
      response: AdminIntro,
    })
    .get('/imports', () => listImports(deps), { admin: true, response: AdminImports })
    .patch('/imports/:id', ({ params, body, ...context }) => confirmRun(as(context), by(context), params.id, body), {
      admin: true,
      body: ConfirmRun,
      response: ImportRun,
    })
    .patch('/prices/:id', ({ params, body, ...context }) => confirmPrice(as(context), by(context), params.id, body), {
      freshAdmin: true,
      body: ConfirmPrice,
      response: DoubtfulPrice,
    })
    .post('/prices/confirm', ({ body, ...context }) => confirmPrices(as(context), by(context), body), {
      freshAdmin: true,
      body: ConfirmPrices,
      response: ConfirmedPrices,
    })
    .get('/deliveries', () => listDeliveries(deps), { admin: true, response: AdminDeliveries })
    .post('/deliveries/retry', ({ body, ...context }) => retryDelivery(as(context), by(context), body), {
      admin: true,
      body: RetryDelivery,
      response: Retried,
    })
    .get('/audit', ({ account, query }) => listAudit(deps, account, query), {
      admin: true,
      query: AuditQuery,
      response: AuditPage,
    })
    .get('/audit/choices', ({ account }) => listAuditChoices(deps, account), { admin: true, response: AuditChoices })
    .post('/audit/export', ({ body, ...context }) => exportAudit(as(context), context.account, body), {
      freshAdmin: true,
      body: AuditFilter,
      response: AuditExport,
    })
    .post(
      '/audit/:id/undo',
      async ({ params, body: _, ...context }) => {
        await undo(as(context), by(context), params.id)
        return { success: true as const }
      },
      { freshAdmin: true, body: v.optional(v.nullable(v.object({}))), response: Success },
    )
}
