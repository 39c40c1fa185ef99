import { firstViews, orders, payments, receipts, refundRequests, vcUnlocks } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** The orders of a buyer, for a target or with another property, oldest first. */
export const listOrders = (db: Database, about: About<typeof orders> = {}) =>
  db.select().from(orders).where(matches(orders, about)).orderBy(orders.id)

/** An order as it is now. Orders are never deleted. */
export async function orderById(db: Database, id: string | null) {
  const [order] = await listOrders(db, { id: id ?? '' })
  if (!order) throw new Error(`There is no order ${id}`)
  return order
}

/** The contacts that were sold of an investor, or with an order. */
export const listGrants = (db: Database, about: About<typeof vcUnlocks>) =>
  db.select().from(vcUnlocks).where(matches(vcUnlocks, about))

/** The introduction that was sold with a contact. */
export async function introOfSale(db: Database, orderId: string): Promise<string | null | undefined> {
  const [payment] = await db.select().from(payments).where(matches(payments, { orderId }))
  return payment?.introTemplate
}

/** The refund requests for an order: at most one. */
export const refundRequestsFor = (db: Database, orderId: string | null) =>
  db
    .select()
    .from(refundRequests)
    .where(matches(refundRequests, { orderId: orderId ?? '' }))

/** When a buyer first read the contact that was sold with an order, or undefined. */
export async function firstViewOf(db: Database, orderId: string) {
  const [view] = await db.select().from(firstViews).where(matches(firstViews, { orderId }))
  return view
}

/** The numbers of all receipts, in ascending order. */
export async function receiptNumbers(db: Database): Promise<number[]> {
  const issued = await db.select().from(receipts).orderBy(receipts.number)
  return issued.map(({ number }) => number)
}
