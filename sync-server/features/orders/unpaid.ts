import { Problem } from '#shared/problem.ts'
import { refusalOf } from './fulfil.ts'
import type { Order } from './queries.ts'

/** Why a settled order brought its buyer nothing. */
export function unpaid(settled: Order | undefined): Problem {
  const refused = settled && refusalOf(settled)
  if (refused) return new Problem(refused, `${new Problem(refused).message} Your payment is being refunded.`)
  if (settled?.status === 'processing') return new Problem('payments.processing')
  return new Problem(settled?.alert ? 'payments.mismatch' : 'payments.not-completed')
}
