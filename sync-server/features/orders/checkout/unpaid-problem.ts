import type { Order } from '#server/features/orders/queries.ts'
import { undeliverableReason } from '#server/features/orders/settlement/fulfil-order.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'
import { Problem, type ProblemCode } from '#shared/problem.ts'

/** The reason why a settled order delivered nothing. */
export function unpaidProblem(settled: Order | undefined): Problem {
  const refused = settled && undeliverableReason(settled)
  if (refused) return new Problem(refused, `${new Problem(refused).message} Your payment is being refunded.`)
  const known = settled && KNOWN[settled.status]
  if (known) return new Problem(known)
  return new Problem(settled?.alertCode ? 'payments.mismatch' : 'payments.not-completed')
}

/** States in which a payment arrived and was not kept. */
const KNOWN: Partial<Record<OrderStatus, ProblemCode>> = {
  processing: 'payments.processing',
  refunded: 'payments.refunded',
  revoked: 'payments.disputed',
  disputed: 'payments.disputed',
}
