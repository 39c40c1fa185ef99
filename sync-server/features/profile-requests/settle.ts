import type { Transaction } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import { moveRequestsAbout, settleRequests } from './queries.ts'

/** Closes every request about permanently removed records, and deletes their personal data. */
export async function settleWishes(tx: Transaction, records: VcId[], now: Date) {
  for (const record of records) await settleRequests(tx, record, now)
}

/** Requests about a record that is merged are about the one that stays: a person who asked for a removal is removed. */
export const moveWishes = (tx: Transaction, { from, into }: { from: VcId; into: VcId }) => moveRequestsAbout(tx, from, into)
