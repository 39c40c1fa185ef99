import type { Transaction } from '#server/db.ts'
import { profileRemoved } from '#server/email/messages/profile-requests.ts'
import { queueMail } from '#server/email/outbox.ts'
import { type CancelCalls, eraseFromCalls } from '#server/features/bookings/leave.ts'
import { withdrawPerson } from '#server/features/cold-scout/withdraw.ts'
import { withdrawListed } from '#server/features/directory/suppress.ts'
import { endSalesOf } from '#server/features/refunds/seller-leaves.ts'
import { withdrawClaims } from '#server/features/review/profiles.ts'
import { newId } from '#server/new-id.ts'
import { forgetParts } from '#server/sync/forget-parts.ts'
import type { Vault } from '#server/vault.ts'
import type { DecisionMakerId, UserId, VcId } from '#shared/ids.ts'
import { insertAudit, settleRequests } from './queries.ts'

export type WithdrawDeps = { vault: Vault; now: () => Date; cancelCalls: CancelCalls }

/**
 * Removes a listed profile for good: from the directory, from every device, from every contact that was
 * bought of it, from every call with it, and from the applications of those who have claimed it. Who may still complain gets the
 * money back.
 *
 * @param by  the admin who decided, where it was not the mailbox in the record
 * @returns whether there was anything to remove
 */
export async function withdraw(tx: Transaction, { vault, now, cancelCalls }: WithdrawDeps, id: VcId, by?: UserId) {
  const removed = await withdrawListed(tx, vault, id)
  const fund = removed ? undefined : await withdrawPerson(tx, vault, id as string as DecisionMakerId)
  if (!removed && !fund) return false
  const listings = [id, ...(await withdrawClaims(tx, id))]
  await cancelCalls(tx, { listings })
  await eraseFromCalls(tx, { listings })
  await endSalesOf(tx, listings, now())
  await settleRequests(tx, id, now())
  // Neither name nor address: the log must not keep what was to be forgotten.
  await insertAudit(tx, {
    id: newId('aud'),
    actorId: by ?? null,
    action: 'removed',
    targetType: 'listing',
    targetId: id,
  })
  if (removed?.email)
    await queueMail(tx, { to: removed.email, template: 'profile-removed', letter: profileRemoved(removed.name) })
  await forgetParts(tx, fund ? { coldFunds: [fund] } : { investors: listings })
  return true
}
