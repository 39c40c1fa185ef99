import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { bankAccountDisconnected } from '#server/email/messages/earnings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { lockPayouts } from '#server/features/earnings/payouts/payable-queries.ts'
import {
  DISCONNECTED,
  deleteBankAccount,
  findBankAccount,
  payByHand,
} from '#server/features/earnings/payouts/payout-account-queries.ts'
import { insertPayoutAudit, listSendingTo } from '#server/features/earnings/payouts/queries.ts'
import { SEND_PAYOUT } from '#server/features/earnings/payouts/send-payout.ts'
import { hurryJob } from '#server/jobs/queue.ts'
import type { UserId } from '#shared/ids.ts'

/**
 * Takes the provider's account off an investor's: nothing is transferred to it from then on, and what an open batch meant to
 * transfer is paid by hand. A transfer that waits for cover is given back; one that is being made can no longer be stopped. Its
 * owner is written to.
 *
 * @returns whether there was one
 */
export async function detachBankAccount(tx: Transaction, { id, email }: { id: UserId; email: string }): Promise<boolean> {
  // The lock is one for all investors. An account that is being connected meanwhile waits for the lock of its owner.
  if (!(await findBankAccount(tx, id))) return false
  await lockPayouts(tx)
  const providerId = await deleteBankAccount(tx, id)
  if (!providerId) return false
  await payByHand(tx, providerId)
  // What waits for cover is given back by its job, which sees before each try whether the account is still connected.
  for (const key of await listSendingTo(tx, providerId)) await hurryJob(tx, { kind: SEND_PAYOUT, key })
  const target = { targetType: 'account', targetId: id }
  await insertPayoutAudit(tx, {
    id: newId('aud'),
    actorId: id,
    action: DISCONNECTED,
    ...target,
    before: { providerId },
    after: null,
  })
  await queueMail(tx, { to: email, template: 'bank-account-disconnected', letter: bankAccountDisconnected() })
  return true
}
