import { eq, inArray, sql } from 'drizzle-orm'
import { orders, principals, receipts, users } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import type { OrderId } from '#shared/ids.ts'

/** Receipt numbers are consecutive: each issue waits for the previous transaction, so that a rollback leaves no gap. */
const LOCK = 'latchkey-receipts'

/** @returns the order's number, also when it was issued before */
export async function issueReceipt(tx: Queryable, orderId: OrderId, issuedAt: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`)
  const next = sql<number>`(select coalesce(max(${receipts.number}), 0) + 1 from ${receipts})`
  await tx.insert(receipts).values({ orderId, number: next, issuedAt }).onConflictDoNothing({ target: receipts.orderId })
  const [receipt] = await tx.select().from(receipts).where(eq(receipts.orderId, orderId))
  if (!receipt) throw new Error(`The order ${orderId} has no receipt`)
  return receipt.number
}

export async function listReceiptNumbers(db: Queryable, ids: OrderId[]): Promise<Map<OrderId, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select().from(receipts).where(inArray(receipts.orderId, ids))
  return new Map(rows.map(({ orderId, number }) => [orderId, number]))
}

export async function findReceipt(db: Queryable, orderId: OrderId) {
  const [found] = await db
    .select({ receipt: receipts, order: orders, user: users })
    .from(receipts)
    .innerJoin(orders, eq(orders.id, receipts.orderId))
    .innerJoin(principals, eq(principals.id, orders.principalId))
    .leftJoin(users, eq(users.id, principals.userId))
    .where(eq(receipts.orderId, orderId))
  return found
}
