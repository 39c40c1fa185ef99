import { eq } from 'drizzle-orm'
import { disputes } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { orderOfIntent } from './money.ts'

/** The disputes of a payment as we know them. */
export async function disputesOfOrder(db: Database, piId: string) {
  const { id } = await orderOfIntent(db, piId)
  return db.select().from(disputes).where(eq(disputes.orderId, id))
}
