import { Elysia } from 'elysia'
import * as v from 'valibot'
import { clientAddress } from '#server/http/client-address.ts'
import type { Limit } from '#server/http/rate-limit.ts'
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

type Connection = Parameters<typeof clientAddress>[1]
type RoutesDeps = UnlockDeps & { identity: Identity; limit: Limit; trustedProxies: number }

export const unlockRoutes = (deps: RoutesDeps) => {
  const { orders, limit } = deps
  /** A guest costs nothing to become, so its address counts as well: guests are how stolen cards are tried out. */
  const limitGuest = async (what: string, principalId: PrincipalId, request: Request, connection: Connection) => {
    await limit('intent-address', `${what}:${clientAddress(request, connection, deps.trustedProxies)}`)
    await limit('intent-guest', `${what}:${principalId}`)
  }
  const confirm = { principal: true, body: ConfirmUnlock, response: UnlockConfirmed } as const
  return new Elysia({ name: 'unlocks', prefix: '/api' })
    .use(session(deps.identity))
    .get('/check-vc-unlock', ({ query, caller }) => checkUnlock(deps, caller.principalId, query.vcId), {
      caller: true,
      query: CheckUnlock,
      response: UnlockState,
    })
    .post(
      '/vc-request',
      async ({ body, principalId, account, request, server }) => {
        if (!account) await limitGuest('vc-request', principalId, request, server)
        return { success: true as const, id: await requestInvestor(orders.db, principalId, body, orders.now()) }
      },
      { principal: true, body: RequestInvestor, response: v.object({ success: v.literal(true), id: v.string() }) },
    )
    .post(
      '/create-vc-unlock-payment',
      async ({ body, principalId, account, request, server }) => {
        if (!account) await limitGuest('intent', principalId, request, server)
        return startUnlock(deps, principalId, { kind: 'vc_unlock', vcId: body.vcId, receiptEmail: body.email })
      },
      { principal: true, body: StartUnlock, response: PaymentSetup },
    )
    .post(
      '/create-vc-payment',
      ({ body, account }) => startUnlock(deps, account.principalId, { kind: 'vc_contact', vcId: body.vcId }),
      { signedIn: true, body: v.object({ vcId: VcId }), response: PaymentSetup },
    )
    .post(
      '/confirm-vc-unlock',
      async ({ body, principalId }) => ({ success: true as const, contact: await confirmUnlock(deps, principalId, body) }),
      confirm,
    )
    .post(
      '/confirm-vc-unlock-payment',
      async ({ body, principalId }) => ({ success: true as const, contact: await confirmUnlock(deps, principalId, body) }),
      confirm,
    )
    .post('/confirm-payment', ({ body, account }) => confirmPayment(deps, account.principalId, body.paymentIntentId), {
      signedIn: true,
      body: ConfirmPayment,
      response: PaymentConfirmed,
    })
}
