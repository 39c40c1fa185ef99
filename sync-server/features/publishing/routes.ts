import { Elysia } from 'elysia'
import * as v from 'valibot'
import { createCardGuard } from '#server/features/orders/checkout/card-guard.ts'
import { saveForPublishing } from '#server/features/projects/draft-service.ts'
import { createConfirmLimit, createStrangerConfirmLimit } from '#server/http/limits/confirm-rate-limit.ts'
import { createGuestLimit } from '#server/http/limits/guest-rate-limit.ts'
import type { LimitOn, RateLimit } from '#server/http/limits/rate-limit.ts'
import { originOf } from '#server/http/origin.ts'
import { type Identity, session } from '#server/http/session.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { ProjectId } from '#shared/ids.ts'
import { CheckoutPage } from '#shared/orders/contract.ts'
import { DeleteDraft, SaveProject } from '#shared/projects/edit.ts'
import { ConfirmProjectPayment, ProjectPublished, Publication, ScoutPaymentSuccess } from '#shared/publishing/contract.ts'
import { PaymentSetup } from '#shared/unlocks/contract.ts'
import { confirmProjectPayment, isScoutPaid, type PublishingDeps, startProjectPayment, startScoutPayment } from './service.ts'
import { deleteDraft, putBackProject, withdrawProject } from './withdrawal.ts'

type RoutesDeps = PublishingDeps & {
  identity: Identity
  publicUrl: string | undefined
  limit: RateLimit
  limitOn: LimitOn
  trustedProxies: number
}

const params = v.object({ id: ProjectId })

export const publishingRoutes = (deps: RoutesDeps) => {
  const guardCards = createCardGuard(deps)
  const limitIntent = createGuestLimit(deps)
  const limitConfirm = createConfirmLimit(deps)
  const limitStranger = createStrangerConfirmLimit(deps)
  return new Elysia({ name: 'publishing', prefix: '/api' })
    .use(session(deps.identity))
    .post(
      '/create-scout-payment',
      async ({ body, account, request, server }) => {
        await guardCards(account.principalId, { account, request, server })
        await limitIntent('intent', { account, principalId: account.principalId, request, server })
        await saveForPublishing(deps.orders, account, body)
        return startScoutPayment(deps, account, originOf(request, deps.publicUrl))
      },
      { signedIn: true, body: SaveProject, response: CheckoutPage },
    )
    .post(
      '/create-project-payment',
      async ({ account, request, server }) => {
        await guardCards(account.principalId, { account, request, server })
        await limitIntent('intent', { account, principalId: account.principalId, request, server })
        return startProjectPayment(deps, account)
      },
      { signedIn: true, response: PaymentSetup },
    )
    .post(
      '/confirm-project-payment',
      async ({ body, account }) => {
        await limitConfirm(account.principalId, body.paymentIntentId)
        return { success: true as const, projectId: await confirmProjectPayment(deps, account, body.paymentIntentId) }
      },
      { signedIn: true, body: ConfirmProjectPayment, response: ProjectPublished },
    )
    .post(
      '/projects/:id/withdraw',
      async ({ params: { id }, account }) => {
        await withdrawProject(deps, account, id)
        return { success: true as const, isPublished: false }
      },
      { signedIn: true, params, response: Publication },
    )
    .post(
      '/projects/:id/put-back',
      async ({ params: { id }, account }) => {
        await putBackProject(deps, account, id)
        return { success: true as const, isPublished: true }
      },
      { signedIn: true, params, response: Publication },
    )
    .post(
      '/founder/project/delete',
      async ({ body, account }) => {
        await deleteDraft(deps, account, body)
        return { success: true as const }
      },
      { signedIn: true, body: DeleteDraft, response: Success },
    )
    .get(
      '/scout-payment-success',
      async ({ query, caller, request, server }) => {
        await limitStranger(request, server)
        return { success: await isScoutPaid(deps, caller.account, query.session_id) }
      },
      {
        caller: true,
        query: v.object({ session_id: v.fallback(v.pipe(v.string(), v.regex(/^\w{1,255}$/)), '') }),
        response: ScoutPaymentSuccess,
      },
    )
}
