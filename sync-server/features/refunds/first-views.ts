import type { Queryable } from '#server/database/client.ts'
import type { OrderId } from '#shared/ids.ts'
import { insertViews } from './queries.ts'

/** Records that purchases were delivered to their buyer. Only the first time is stored. */
export async function recordFirstViews(db: Queryable, orderIds: OrderId[], now: Date) {
  if (orderIds.length > 0) await insertViews(db, orderIds, now)
}
