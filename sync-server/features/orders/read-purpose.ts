import type { ReceiptDeps } from '#server/features/orders/receipts/read-receipt.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { PaymentPurpose } from '#shared/orders/contract.ts'
import { Problem } from '#shared/problem.ts'
import { findOrderOfPayment } from './queries.ts'

/**
 * The purpose of a payment. It does not call the provider. @throws Problem `not-found`, also for a payment of another person (P6)
 */
export async function readPurpose(
  { db }: ReceiptDeps,
  principalId: PrincipalId | undefined,
  paymentId: string,
): Promise<PaymentPurpose> {
  const order = principalId && (await findOrderOfPayment(db, paymentId))
  if (!order || order.principalId !== principalId) throw new Problem('not-found')
  const { kind, targetId, snapshot, sessionId } = order
  const { vcType, slot } = snapshot
  return { kind, targetId, ...(vcType && { vcType }), ...(slot && { slot }), ...(sessionId && { sessionId }) }
}
