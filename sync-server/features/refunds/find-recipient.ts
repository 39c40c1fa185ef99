import type { Queryable } from '#server/database/client.ts'
import { findBuyerOf } from './admin-queries.ts'
import type { OrderRow } from './queries.ts'

export type Recipient = { email: string; name: string | null }

/** The recipient of mails about an order's payment: the address of its receipt. */
export async function findRecipient(
  db: Queryable,
  order: Pick<OrderRow, 'principalId' | 'snapshot'>,
): Promise<Recipient | undefined> {
  const account = await findBuyerOf(db, order.principalId)
  const email = order.snapshot.receiptEmail ?? account?.email
  return email === undefined ? undefined : { email, name: account?.firstName ?? null }
}
