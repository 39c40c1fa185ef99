import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { decisionMakerUnlocks, meetingBookings, orders, payments, principals, vcUnlocks } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { idList } from '#server/database/id-list.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'

export type Receipt = {
  email: string
  /** Finds what an erased account bought under this address; left out where that must not be found. */
  receiptKey?: string
}

/**
 * Purchases that were paid, also those whose money went back, whose receipt went to an address and whose owner is nobody in
 * person: a guest, or the pseudonym of an erased account. What was never paid stays where it is: anybody makes any number of
 * such orders under any address, and what is still being paid has a buyer.
 */
export async function lockClaimable(tx: Transaction, { email, receiptKey }: Receipt, to: PrincipalId): Promise<OrderId[]> {
  const isGuests = and(eq(principals.kind, 'guest'), isNull(principals.mergedInto))
  const isErased = and(eq(principals.kind, 'account'), isNull(principals.userId))
  const ofGuest = and(isGuests, eq(sql`lower(${orders.snapshot} ->> 'receiptEmail')`, email))
  const ofErased = receiptKey ? and(isErased, eq(sql`${orders.snapshot} ->> 'receiptKey'`, receiptKey)) : undefined
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(principals, eq(principals.id, orders.principalId))
    .where(and(or(ofGuest, ofErased), sql`${orders.principalId} <> ${to}`, isNotNull(orders.paidAt)))
    .for('update', { of: orders })
  return rows.map(({ id }) => id)
}

/** Hands orders over, with all that was granted for them. */
export async function moveOrdersTo(tx: Transaction, ids: OrderId[], principalId: PrincipalId) {
  if (ids.length === 0) return
  await tx
    .update(orders)
    .set({ principalId })
    .where(inArray(orders.id, idList(ids)))
  for (const granted of [vcUnlocks, decisionMakerUnlocks, meetingBookings, payments]) {
    await tx
      .update(granted)
      .set({ principalId })
      .where(inArray(granted.orderId, idList(ids)))
  }
}
