import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import type { TransferOwnership } from '#server/features/accounts/guest-merge/transfer-ownership.ts'
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
  /** Whose verified accounts are admins. */
  adminEmails: readonly string[]
  /** Admins without an authenticator app may not act. */
  adminsNeedTwoFactor: boolean
  /** Calls off what is still to come of whoever leaves. */
  cancelCalls: CancelCalls
  /** What an account has earned and not been paid. `unpaid` is in the window, held or payable; `onItsWay` is set aside by a batch. */
  readEarningsLeft: (tx: Transaction, principalId: PrincipalId) => Promise<EarningsLeft>
  /**
   * Keeps batches of payouts from being made or sent until the transaction ends, where the account that leaves may have to do with one.
   *
   * @throws Problem `accounts.open-batch` when the account that leaves has prepared one that is open
   */
  holdPayouts: (tx: Transaction, leaving: { id: UserId; isAdmin: boolean }) => Promise<void>
  /** Every feature that keeps something for a principal. */
  owners: TransferOwnership[]
  /** Gives an account what guests bought with its address, once that address is verified. */
  claimVerified: (tx: Transaction, email: string, to: PrincipalId) => Promise<void>
}
