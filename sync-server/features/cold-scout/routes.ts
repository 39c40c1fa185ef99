import { Elysia } from 'elysia'
import * as v from 'valibot'
import { createCardGuard } from '#server/features/orders/checkout/card-guard.ts'
import { createConfirmLimit } from '#server/http/limits/confirm-rate-limit.ts'
import { createGuestLimit } from '#server/http/limits/guest-rate-limit.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { CompressedJson } from '#server/http/replies/compressed-json.ts'
import { jsonReply } from '#server/http/replies/compression.ts'
import { type Identity, session } from '#server/http/session.ts'
import {
  CheckDecisionMaker,
  ColdInvestors,
  ConfirmDecisionMaker,
  DecisionMakerConfirmed,
  DecisionMakerState,
  FundDetail,
  StartDecisionMaker,
} from '#shared/cold-scout/contract.ts'
import { PaymentSetup } from '#shared/unlocks/contract.ts'
import { createColdInvestors, findColdInvestor } from './funds.ts'
import { type ColdScoutDeps, checkDecisionMaker, confirmDecisionMaker, startDecisionMaker } from './service.ts'

type RoutesDeps = ColdScoutDeps & { identity: Identity; limit: RateLimit; trustedProxies: number }

const FundSlug = v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/, 'This is not a valid id.'))

export const coldScoutRoutes = (deps: RoutesDeps) => {
  const coldInvestors = createColdInvestors(deps.orders)
  const limitGuest = createGuestLimit(deps)
  const guardCards = createCardGuard(deps)
  const limitConfirm = createConfirmLimit(deps)
  return new Elysia({ name: 'cold-scout', prefix: '/api' })
    .use(session(deps.identity))
    .get(
      '/cold-investors',
      async ({ caller, request }) => {
        const answer = await coldInvestors(caller.principalId)
        return answer instanceof CompressedJson ? answer.reply(request, 'no-store') : jsonReply(answer, request)
      },
      { anyone: true, response: ColdInvestors },
    )
    .get(
      '/cold-investors/:slug',
      async ({ caller, params, request }) =>
        jsonReply(await findColdInvestor(deps.orders, caller.principalId, params.slug), request),
      { anyone: true, params: v.object({ slug: FundSlug }), response: FundDetail },
    )
    .get(
      '/check-decision-maker-unlock',
      ({ query, caller }) => checkDecisionMaker(deps, caller.principalId, query.decisionMakerId),
      { anyone: true, query: CheckDecisionMaker, response: DecisionMakerState },
    )
    .post(
      '/create-decision-maker-payment',
      async (context) => {
        await limitGuest('intent', context)
        await guardCards(context.principalId, { ...context, email: context.body.email })
        return startDecisionMaker(deps, context.principalId, context.body)
      },
      { principal: true, body: StartDecisionMaker, response: PaymentSetup },
    )
    .post(
      '/confirm-decision-maker-unlock',
      async ({ body, principalId }) => {
        await limitConfirm(principalId, body.paymentIntentId)
        return { success: true as const, contact: await confirmDecisionMaker(deps, principalId, body) }
      },
      { principal: true, body: ConfirmDecisionMaker, response: DecisionMakerConfirmed },
    )
}
