import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { decisionMakerUnlocks, meetingBookings, orders, payments, principals, vcUnlocks } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { idList } from '#server/database/id-list.ts'
import { moveSales } from '#server/features/unlocks/move-owner.ts'
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

/** Transfers orders with everything that was granted for them, and with the requests and replies of the contacts that they bought. */
export async function moveOrdersTo(tx: Transaction, ids: OrderId[], principalId: PrincipalId) {
  if (ids.length === 0) return
  await moveSalesOf(tx, ids, principalId)
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

async function moveSalesOf(tx: Transaction, ids: OrderId[], to: PrincipalId) {
  const isSale = and(inArray(orders.id, idList(ids)), inArray(orders.kind, ['vc_unlock', 'vc_contact']))
  const sold = await tx.select({ from: orders.principalId, target: orders.targetId }).from(orders).where(isSale)
  for (const owner of new Set(sold.map(({ from }) => from))) {
    const targets = sold.flatMap(({ from, target }) => (from === owner ? [target as VcId] : []))
    await moveSales(tx, owner, to, targets)
  }
}
