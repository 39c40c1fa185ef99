import type { Keyring } from '#server/crypto/keyring.ts'
import type { Transaction } from '#server/database/client.ts'
import { profileRemoved } from '#server/email/messages/profile-requests.ts'
import { queueMail } from '#server/email/outbox.ts'
import { lockClaimants, withdrawClaims } from '#server/features/admin/profiles/profiles.ts'
import { forgetAuditTexts, writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { type CancelCalls, eraseFromCalls } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { withdrawPerson } from '#server/features/cold-scout/withdraw.ts'
import { listMergedInto, lockImports, withdrawListed } from '#server/features/directory/import/suppressions.ts'
import { endSalesOf } from '#server/features/refunds/seller-leaves.ts'
import { forgetTextsOf } from '#server/features/unlocks/grant.ts'
import { deleteChunks } from '#server/sync/public/delete-chunks.ts'
import type { DecisionMakerId, UserId, VcId } from '#shared/ids.ts'
import { settleWishes } from './settle.ts'

export type WithdrawDeps = { keyring: Keyring; now: () => Date; cancelCalls: CancelCalls }

/**
 * Takes the locks that a removal needs before the record itself: imports, then the accounts and profiles that have claimed it. An
 * approval of a claim and an erasure lock in the same order, so a removal waits for them, and then sees their result.
 */
export async function holdForRemoval(tx: Transaction, id: VcId) {
  await lockImports(tx)
  await lockClaimants(tx, id)
}

/**
 * Removes a listed profile permanently, with the records that were merged into it: from the directory, from every device, from every purchased contact, from every call with
 * it, and from the applications that have claimed it. Buyers who may still complain are refunded.
 *
 * @param by  the deciding admin, unless the mailbox in the record decided
 * @returns whether there was anything to remove
 */
export async function withdraw(tx: Transaction, { keyring, now, cancelCalls }: WithdrawDeps, id: VcId, by?: UserId) {
  await holdForRemoval(tx, id)
  const merged = await listMergedInto(tx, [id])
  const removed = await withdrawListed(tx, keyring, id)
  const fund = removed ? undefined : await withdrawPerson(tx, keyring, id as string as DecisionMakerId)
  if (!removed && !fund) return false
  const listings = [id, ...merged, ...(await withdrawClaims(tx, id))]
  await cancelCalls(tx, { listings })
  await eraseFromCalls(tx, { listings })
  await endSalesOf(tx, listings, now())
  await forgetTextsOf(tx, listings)
  await settleWishes(tx, [id, ...merged], now())
  // Neither name nor address: the audit log must not keep the deleted data.
  await forgetAuditTexts(tx, [id, ...merged])
  await writeAuditEntry(tx, { actorId: by ?? null, action: 'removed', targetType: 'listing', targetId: id })
  if (removed?.email)
    await queueMail(tx, { to: removed.email, template: 'profile-removed', message: profileRemoved(removed.name) })
  await deleteChunks(tx, fund ? { coldFunds: [fund] } : { investors: listings })
  return true
}
