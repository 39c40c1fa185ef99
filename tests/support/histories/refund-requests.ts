import { approveRefund, rejectRefund } from '#server/features/refunds/decide.ts'
import { askRefund } from '#server/features/refunds/service.ts'
import type { OrderId } from '#shared/ids.ts'
import type { AskRefund } from '#shared/refunds/contract.ts'
import type { Attempt, Run } from './run.ts'
import type { Node } from './setup.ts'

export const requestRefund = async ({ setup }: Run, { buyer }: Attempt, piId: string, { money }: Node) => {
  const [order] = await setup.database.sql<{ id: OrderId }[]>`select id from orders where pi_id = ${piId}`
  if (order)
    await askRefund(money.orders, { principalId: buyer.principalId }, {
      orderId: order.id,
      reason: 'It does not fit.',
    } as AskRefund)
}

export async function approveRequest({ setup, actors }: Run, { money }: Node) {
  const [request] = await setup.database.sql<{ id: string }[]>`
    select r.id from refund_requests r join orders o on o.id = r.order_id
    where r.status <> 'refunded' and o.principal_id = any(${actors.buyers.map(({ principalId }) => principalId)})
    order by md5(r.id) limit 1`
  if (request)
    await approveRefund({ ...money.orders, organizer: 'calls@latchkey.example', mailDelaySeconds: 0 }, actors.admin, request.id, {
      overCap: true,
    })
}

export async function rejectRequest({ setup, actors }: Run, { money }: Node) {
  const [request] = await setup.database.sql<{ id: string }[]>`
    select r.id from refund_requests r join orders o on o.id = r.order_id
    where r.status = 'requested' and o.principal_id = any(${actors.buyers.map(({ principalId }) => principalId)})
    order by md5(r.id) limit 1`
  if (request)
    await rejectRefund({ ...money.orders, organizer: 'calls@latchkey.example', mailDelaySeconds: 0 }, actors.admin, request.id, {
      reason: 'It took place.',
    })
}
