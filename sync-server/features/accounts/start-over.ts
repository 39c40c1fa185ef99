import type { Transaction } from '#server/db.ts'
import { detachBankAccount } from '#server/features/earnings/detach.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import type { AccountDeps } from './deps.ts'
import { deleteOwnWords } from './erase-queries.ts'
import type { UserRow } from './present.ts'
import { forgetDevices, updateUser } from './queries.ts'
import { deleteUnpublished, takeBackIntros, takeOffMarket } from './start-over-queries.ts'
import { deleteTwoFactor } from './two-factor-queries.ts'

/**
 * The holder of a mailbox takes over an account whose address was never proved: a stranger may have registered it.
 * What was written under it goes, so that no stranger's text passes as the owner's; what was paid for stays. The address
 * counts as verified, with everything that follows from that.
 */
export async function startOver(
  { now, claimVerified }: AccountDeps,
  tx: Transaction,
  { user, principalId }: { user: UserRow; principalId: PrincipalId },
) {
  await deleteTwoFactor(tx, user.id)
  await forgetDevices(tx, user.id)
  await withdrawWords(tx, user.id, principalId)
  // A provider account that a stranger has opened must not be paid what the owner sells.
  await detachBankAccount(tx, user)
  await updateUser(tx, user.id, {
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    profileCompleted: false,
    hasTwoFactor: false,
    isApprovedInvestor: false,
    pendingEmail: null,
    emailVerifiedAt: now(),
  })
  await claimVerified(tx, user.email.toLowerCase(), principalId)
}

async function withdrawWords(tx: Transaction, userId: UserId, principalId: PrincipalId) {
  await deleteOwnWords(tx, principalId)
  await deleteUnpublished(tx, userId, principalId)
  await takeOffMarket(tx, userId)
  await takeBackIntros(tx, principalId)
}
