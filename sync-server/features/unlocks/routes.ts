import { Elysia } from 'elysia'
import * as v from 'valibot'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { createCardGuard } from '#server/features/orders/checkout/card-guard.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import { createConfirmLimit } from '#server/http/limits/confirm-rate-limit.ts'
import { countIntro, createGuestLimit } from '#server/http/limits/guest-rate-limit.ts'
import { offeredProof } from '#server/http/limits/proof/offered-proof.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { type Identity, session } from '#server/http/session.ts'
import { type PrincipalId, VcId } from '#shared/ids.ts'
import {
  CheckUnlock,
  ConfirmPayment,
  ConfirmUnlock,
  PaymentConfirmed,
  PaymentSetup,
  RequestInvestor,
  StartUnlock,
  UnlockConfirmed,
  UnlockState,
} from '#shared/unlocks/contract.ts'
import { requestInvestor } from './requests.ts'
import { checkUnlock, confirmPayment, confirmUnlock, startUnlock, type UnlockDeps } from './service.ts'

type RoutesDeps = UnlockDeps & { identity: Identity; limit: RateLimit; trustedProxies: number }

export const unlockRoutes = (deps: RoutesDeps) => {
  const { orders } = deps
  const limitGuest = createGuestLimit(deps)
  const guardCards = createCardGuard(deps)
  const limitConfirm = createConfirmLimit(deps)
  const confirm = { principal: true, body: ConfirmUnlock, response: UnlockConfirmed } as const
  const confirmed = async ({ body, principalId }: { body: ConfirmUnlock; principalId: PrincipalId }) => {
    await limitConfirm(principalId, body.paymentIntentId)
    return { success: true as const, contact: await confirmUnlock(deps, principalId, body) }
  }
  return new Elysia({ name: 'unlocks', prefix: '/api' })
    .use(session(deps.identity))
    .get('/check-vc-unlock', ({ query, caller }) => checkUnlock(deps, caller.principalId, query.vcId), {
      caller: true,
      query: CheckUnlock,
      response: UnlockState,
    })
    .post(
      '/vc-request',
      async (context) => {
        const address = clientAddress(context.request, context.server, deps.trustedProxies)
        await countIntro(deps.limit, { ...context, address, proof: offeredProof(context.request, address) })
        const { principalId, body } = context
        const id = await orders.db.transaction(async (tx) => {
          await lockCaller(tx, context)
          return requestInvestor(tx, principalId, body, orders.now())
        })
        return { success: true as const, id }
      },
      { principal: true, body: RequestInvestor, response: v.object({ success: v.literal(true), id: v.string() }) },
    )
    .post(
      '/create-vc-unlock-payment',
      async (context) => {
        await limitGuest('intent', context)
        await guardCards(context.principalId, { ...context, email: context.body.email })
        const { vcId, email } = context.body
        return startUnlock(deps, context.principalId, { kind: 'vc_unlock', vcId, receiptEmail: email })
      },
      { principal: true, body: StartUnlock, response: PaymentSetup },
    )
    .post(
      '/create-vc-payment',
      async (context) => {
        const { body, account, request, server } = context
        await limitGuest('intent', { ...context, principalId: account.principalId })
        await guardCards(account.principalId, { account, request, server })
        return startUnlock(deps, account.principalId, { kind: 'vc_contact', vcId: body.vcId })
      },
      { signedIn: true, body: v.object({ vcId: VcId }), response: PaymentSetup },
    )
    .post('/confirm-vc-unlock', confirmed, confirm)
    .post('/confirm-vc-unlock-payment', confirmed, confirm)
    .post(
      '/confirm-payment',
      async ({ body, account }) => {
        await limitConfirm(account.principalId, body.paymentIntentId)
        return confirmPayment(deps, account.principalId, body.paymentIntentId)
      },
      { signedIn: true, body: ConfirmPayment, response: PaymentConfirmed },
    )
}
