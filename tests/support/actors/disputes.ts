import { eq } from 'drizzle-orm'
import { disputes } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { orderOfIntent } from './money.ts'

/** The product's disputes of a payment. */
export async function disputesOfOrder(db: Database, piId: string) {
  const { id } = await orderOfIntent(db, piId)
  return db.select().from(disputes).where(eq(disputes.orderId, id))
}
