import type { Database } from '#server/database/client.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'
import type { Receipt } from '#shared/orders/receipt.ts'
import { Problem } from '#shared/problem.ts'
import { findReceipt } from './queries.ts'

export type ReceiptDeps = { db: Database }

/** @throws Problem `not-found`, also for an order of another principal */
export async function readReceipt({ db }: ReceiptDeps, orderId: OrderId, principalId: PrincipalId | undefined): Promise<Receipt> {
  const found = await findReceipt(db, orderId)
  if (!found || found.order.principalId !== principalId) throw new Problem('not-found')
  const { receipt, order, user } = found
  return {
    number: receipt.number,
    orderId,
    kind: order.kind,
    status: order.status,
    title: order.snapshot.title,
    amount: order.amount,
    currency: order.currency,
    issuedAt: receipt.issuedAt.toISOString(),
    buyer: {
      name: fullName(user),
      email: order.snapshot.receiptEmail ?? user?.email ?? null,
    },
  }
}
