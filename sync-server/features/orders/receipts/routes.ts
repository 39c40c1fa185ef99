import { Elysia } from 'elysia'
import * as v from 'valibot'
import { readPurpose } from '#server/features/orders/read-purpose.ts'
import { type Identity, session } from '#server/http/session.ts'
import { OrderId } from '#shared/ids.ts'
import { PaymentPurpose } from '#shared/orders/contract.ts'
import { Receipt } from '#shared/orders/receipt.ts'
import { type ReceiptDeps, readReceipt } from './read-receipt.ts'

export const receiptRoutes = (deps: ReceiptDeps & { identity: Identity }) =>
  new Elysia({ name: 'receipts' })
    .use(session(deps.identity))
    .get('/api/receipts/:orderId', ({ params, caller }) => readReceipt(deps, params.orderId, caller.principalId), {
      caller: true,
      params: v.object({ orderId: OrderId }),
      response: Receipt,
    })
    .get(
      '/api/payments/:paymentIntentId',
      ({ params, caller }) => readPurpose(deps, caller.principalId, params.paymentIntentId),
      {
        caller: true,
        params: v.object({ paymentIntentId: v.fallback(v.pipe(v.string(), v.regex(/^\w{1,255}$/)), '') }),
        response: PaymentPurpose,
      },
    )
