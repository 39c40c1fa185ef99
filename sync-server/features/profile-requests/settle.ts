import type { Transaction } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import { settleRequests } from './queries.ts'

/** Ends every wish about records that are gone for good, and forgets who made it and what they wrote. */
export async function settleWishes(tx: Transaction, records: VcId[], now: Date) {
  for (const record of records) await settleRequests(tx, record, now)
}
