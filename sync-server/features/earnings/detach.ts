import type { Transaction } from '#server/database/client.ts'
import { bankAccountDisconnected } from '#server/email/messages/earnings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { lockPayouts } from '#server/features/earnings/payouts/payable-queries.ts'
import {
  DISCONNECTED,
  deleteBankAccount,
  findBankAccount,
  payByHand,
} from '#server/features/earnings/payouts/payout-account-queries.ts'
import { forgetDetails } from '#server/features/earnings/payouts/payout-details.ts'
import { listSendingTo } from '#server/features/earnings/payouts/queries.ts'
import { SEND_PAYOUT } from '#server/features/earnings/payouts/send-payout.ts'
import { runJobSoon } from '#server/jobs/queue.ts'
import type { UserId } from '#shared/ids.ts'

/** Ends every way in which an investor is paid: another person may have used the account and directed the money to themselves. */
export async function detachDestination(tx: Transaction, user: { id: UserId; email: string }) {
  await detachBankAccount(tx, user)
  await forgetDetails(tx, user)
}

/**
 * Disconnects an investor's payout account: nothing is transferred to it from then on, and lines of an open batch are paid
 * manually. A transfer that is waiting for balance is withdrawn; one that is being sent can no longer be stopped. The owner is
 * notified by mail.
 *
 * @returns whether an account was connected
 */
export async function detachBankAccount(tx: Transaction, { id, email }: { id: UserId; email: string }): Promise<boolean> {
  // The lock is global for all investors. A concurrent connection of an account waits for the lock on its owner.
  if (!(await findBankAccount(tx, id))) return false
  await lockPayouts(tx)
  const providerId = await deleteBankAccount(tx, id)
  if (!providerId) return false
  await payByHand(tx, providerId)
  // Transfers waiting for balance are withdrawn by their job, which checks before each attempt whether the account is still
  // connected.
  for (const key of await listSendingTo(tx, providerId)) await runJobSoon(tx, { kind: SEND_PAYOUT, key })
  const target = { targetType: 'account', targetId: id }
  await writeAuditEntry(tx, { actorId: id, action: DISCONNECTED, ...target, before: { providerId }, after: null })
  await queueMail(tx, { to: email, template: 'bank-account-disconnected', message: bankAccountDisconnected() })
  return true
}
