import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import type { TransferOwnership } from '#server/database/transfer-ownership.ts'
import type { CancelCalls } from '#server/features/bookings/calls/cancel-calls-of.ts'
import type { EarningsLeft } from '#server/features/earnings/left.ts'
import type { LimitOn, RateLimit } from '#server/http/limits/rate-limit.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'

export type AccountDeps = {
  db: Database
  now: () => Date
  limit: RateLimit
  limitOn: LimitOn
  keyring: Keyring
  /** Verified accounts with these addresses are admins. */
  adminEmails: readonly string[]
  /** Admins without an authenticator app may not act. */
  adminsNeedTwoFactor: boolean
  /** Cancels the future calls of an account that is deleted. */
  cancelCalls: CancelCalls
  /**
   * Earnings of an account that are not paid out. `unpaid` is in the window, held or payable; `onItsWay` is reserved by a batch.
   */
  readEarningsLeft: (tx: Transaction, principalId: PrincipalId) => Promise<EarningsLeft>
  /**
   * Blocks the creation and sending of payout batches until the transaction ends, if the departing account may be involved in
   * one.
   *
   * @throws Problem `accounts.open-batch` when the departing account has prepared a batch that is open
   */
  holdPayouts: (tx: Transaction, leaving: { id: UserId; isAdmin: boolean }) => Promise<void>
  /** Every feature that stores data for a principal. */
  owners: TransferOwnership[]
  /** Gives an account the purchases that guests made with its address, once that address is verified. */
  claimVerified: (tx: Transaction, email: string, to: PrincipalId) => Promise<void>
}
