import type { OrderDeps } from '#server/features/orders/deps.ts'
import type { Order } from '#server/features/orders/queries.ts'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import { Problem, type ProblemCode } from '#shared/problem.ts'

/** For an order that can no longer be paid: it may be paid already, or a payment is in progress. */
export async function refuseIfSettled(deps: OrderDeps, order: Pick<Order, 'id' | 'kind'>): Promise<undefined> {
  const settled = await settleOrder(deps, order.id)
  const refusal: Partial<Record<Order['status'], ProblemCode>> = {
    paid: deps.fulfilments[order.kind]?.alreadyOwnedCode,
    processing: 'payments.processing',
  }
  const code = settled && (settled.alertCode === 'payment-mismatch' ? 'payments.mismatch' : refusal[settled.status])
  if (code) throw new Problem(code)
}
