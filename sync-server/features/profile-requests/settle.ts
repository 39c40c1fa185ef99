import type { Transaction } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import { settleRequests } from './queries.ts'

/** Closes every request about permanently removed records, and deletes their personal data. */
export async function settleWishes(tx: Transaction, records: VcId[], now: Date) {
  for (const record of records) await settleRequests(tx, record, now)
}
