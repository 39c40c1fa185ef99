import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { decisionMakerUnlocks, meetingBookings, orders, payments, principals, vcUnlocks } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { idList } from '#server/database/id-list.ts'
import type { OrderId, PrincipalId, VcId } from '#shared/ids.ts'

export type Receipt = {
  email: string
  /** Finds purchases of an erased account under this address; omitted where those must not be found. */
  receiptKey?: string
}

/**
 * Paid purchases, including refunded ones, whose receipt was sent to an address and whose owner is a guest or the pseudonym of an
 * erased account. Orders that were never paid are excluded: any number of them can be created under any address, and an order
 * that is still being paid has a buyer.
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

/** Transfers orders with everything that was granted for them. */
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

/**
 * The contacts that orders have bought, and their buyers. A request belongs to the purchase that is valid: it stays with a buyer who
 * keeps another one of the same contact.
 */
export async function listSales(tx: Transaction, ids: OrderId[]): Promise<{ buyer: PrincipalId; vcId: VcId }[]> {
  if (ids.length === 0) return []
  const isValid = sql`kind in ('vc_unlock', 'vc_contact') and status in ('paid', 'disputed')`
  return [
    ...(await tx.execute<{ buyer: PrincipalId; vcId: VcId }>(sql`
      with moved as (select principal_id, target_id from orders where id in ${idList(ids)} and ${isValid})
      select distinct principal_id as buyer, target_id as "vcId" from moved where not exists (
        select from orders kept where kept.principal_id = moved.principal_id and kept.target_id = moved.target_id and ${isValid}
          and kept.id not in ${idList(ids)})`)),
  ]
}
