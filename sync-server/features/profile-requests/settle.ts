import type { Transaction } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import { copyNotice } from './notice-queries.ts'
import { moveRequestsAbout, settleRequests } from './queries.ts'

/** Closes every request about permanently removed records, and deletes their personal data. */
export async function settleWishes(tx: Transaction, records: VcId[], now: Date) {
  for (const record of records) await settleRequests(tx, record, now)
}

type Merged = { from: VcId; into: VcId; takesMailbox: boolean }

/**
 * Requests about a record that is merged are about the one that stays: a person who asked for a removal is removed.
 *
 * @param takesMailbox  the one that stays had no mailbox, and gets that of the other one
 */
export async function moveWishes(tx: Transaction, { from, into, takesMailbox }: Merged) {
  await moveRequestsAbout(tx, from, into)
  if (takesMailbox) await copyNotice(tx, from, into)
}
