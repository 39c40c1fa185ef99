import type { Transaction } from '#server/database/client.ts'
import { lockPayouts } from '#server/features/earnings/payouts/payable-queries.ts'
import { countLeaving, findOpenBatch, isInPayouts } from '#server/features/earnings/payouts/queries.ts'
import { balanceOf } from '#shared/earnings/balance.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { type Cents, cents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { listEntries } from './entries.ts'

export type EarningsLeft = { unpaid: Cents; onItsWay: Cents }

/** Earnings that an investor would lose if the account were deleted. A negative part does not reduce another part. */
export const readEarningsLeft =
  ({ now }: { now: () => Date }) =>
  async (tx: Transaction, principalId: PrincipalId): Promise<EarningsLeft> => {
    const { inWindow, held, payable, onItsWay } = balanceOf(await listEntries(tx, principalId), now().getTime())
    const unpaid = [inWindow, held, payable].reduce((sum: number, part) => sum + Math.max(0, part), 0)
    return { unpaid: cents(unpaid), onItsWay }
  }

/**
 * Makes the deletion of an account and the creation or sending of payouts wait for each other. An admin who has prepared a batch
 * cannot leave until it is closed: the admin who marks it as paid must be a different person. A payee with an undecided line
 * cannot leave either, also for a record that now belongs to another account: without its payee the line is neither sent nor
 * withdrawn.
 *
 * The lock is global for all investors, and the transaction continues with all data of the account. So it is taken only for an
 * admin, and for an account with a listing or a payout line. A concurrent insert of a listing waits for the row of its account,
 * which is locked.
 *
 * @throws Problem `accounts.open-batch`, `accounts.payout-on-its-way`
 */
export async function holdPayouts(tx: Transaction, { id: leaving, isAdmin }: { id: UserId; isAdmin: boolean }) {
  if (isAdmin || (await isInPayouts(tx, leaving))) await lockPayouts(tx)
  if ((await findOpenBatch(tx))?.createdBy === leaving) throw new Problem('accounts.open-batch')
  if ((await countLeaving(tx, leaving)) > 0) throw new Problem('accounts.payout-on-its-way')
}
