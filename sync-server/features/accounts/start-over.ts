import type { Transaction } from '#server/db.ts'
import { startOverAsFounder } from '#server/features/bookings/leave.ts'
import { detachBankAccount } from '#server/features/earnings/detach.ts'
import { forgetPictures } from '#server/features/uploads/service.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { AccountDeps } from './deps.ts'
import { deleteOwnWords } from './erase-queries.ts'
import type { UserRow } from './present.ts'
import { forgetDevices, updateUser } from './queries.ts'
import { deleteUnpublished, emptyTraces, takeBackIntros, takeOffMarket } from './start-over-queries.ts'
import { deleteTwoFactor } from './two-factor-queries.ts'

/**
 * The holder of a mailbox takes over an account whose address was never proved: a stranger may have registered it.
 * What was written or sent under it goes, so that no stranger's text passes as the owner's; what was paid for stays. The address
 * counts as verified, with everything that follows from that.
 */
export async function startOver(
  { now, claimVerified }: AccountDeps,
  tx: Transaction,
  { user, principalId }: { user: UserRow; principalId: PrincipalId },
) {
  await deleteTwoFactor(tx, user.id)
  await forgetDevices(tx, user.id)
  await withdrawWords(tx, user, principalId, now())
  // A provider account that a stranger has opened must not be paid what the owner sells.
  await detachBankAccount(tx, user)
  await updateUser(tx, user.id, {
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    profileCompleted: false,
    userType: 'founder',
    hasTwoFactor: false,
    isApprovedInvestor: false,
    pendingEmail: null,
    emailVerifiedAt: now(),
  })
  await claimVerified(tx, user.email.toLowerCase(), principalId)
}

async function withdrawWords(tx: Transaction, { id, email }: Pick<UserRow, 'id' | 'email'>, principalId: PrincipalId, now: Date) {
  await deleteOwnWords(tx, principalId)
  await forgetPictures(tx, id)
  await deleteUnpublished(tx, id, principalId)
  await takeOffMarket(tx, id)
  await takeBackIntros(tx, principalId)
  await emptyTraces(tx, principalId)
  await startOverAsFounder(tx, { principalId, email }, now)
}
