import type { Database, Transaction } from '#server/database/client.ts'
import type { TransferOwnership } from '#server/database/transfer-ownership.ts'
import { lockOrdersOf } from '#server/features/accounts/erasure/order-queries.ts'
import { findGuests, lockGuest, markMerged } from '#server/features/accounts/queries.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { PrincipalId } from '#shared/ids.ts'

export const FINISH_MERGE = 'accounts.settle-merge'

/** Longer than any request that had already read the guest's cookie when the merge began. */
const SETTLE_AFTER_MS = 60_000

/**
 * Transfers a guest's purchases and content to an account, once.
 *
 * The guest's row is locked, so of two concurrent sign-ins one merges and the other finds nothing. The guest's orders are locked
 * before, in the order in which a refund request locks them. A request that read the cookie just before may still write for the
 * guest: a job repeats the transfer a minute later.
 */
export async function mergeGuest(
  tx: Transaction,
  owners: TransferOwnership[],
  guestTokenHash: string,
  to: PrincipalId,
  now: Date,
) {
  const [guest] = await findGuests(tx, [guestTokenHash])
  if (!guest) return
  await lockOrdersOf(tx, guest.id)
  const from = await lockGuest(tx, guestTokenHash)
  if (!from) return
  for (const moveOwner of owners) await moveOwner(tx, from, to)
  await markMerged(tx, from, to)
  await enqueueJob(tx, {
    kind: FINISH_MERGE,
    key: from,
    payload: { from, to },
    runAt: new Date(now.getTime() + SETTLE_AFTER_MS),
  })
}

export const settleMerge = (db: Database, owners: TransferOwnership[]) => async (payload: unknown) => {
  const { from, to } = payload as { from: PrincipalId; to: PrincipalId }
  await db.transaction(async (tx) => {
    for (const moveOwner of owners) await moveOwner(tx, from, to)
  })
}
