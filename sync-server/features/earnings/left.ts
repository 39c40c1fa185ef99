import type { Transaction } from '#server/database/client.ts'
import { lockPayouts } from '#server/features/earnings/payouts/payable-queries.ts'
import { countLeaving, findOpenBatch, isInPayouts } from '#server/features/earnings/payouts/queries.ts'
import { balanceOf } from '#shared/earnings/balance.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { type Cents, cents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { listEntries } from './entries.ts'

export type EarningsLeft = { unpaid: Cents; onItsWay: Cents }

/** What an investor's account would lose by being deleted. A part below zero takes nothing from another. */
export const readEarningsLeft =
  ({ now }: { now: () => Date }) =>
  async (tx: Transaction, principalId: PrincipalId): Promise<EarningsLeft> => {
    const { inWindow, held, payable, onItsWay } = balanceOf(await listEntries(tx, principalId), now().getTime())
    const unpaid = [inWindow, held, payable].reduce((sum: number, part) => sum + Math.max(0, part), 0)
    return { unpaid: cents(unpaid), onItsWay }
  }

/**
 * Deleting an account waits for payouts that are being made or sent, and the other way round. Who has prepared a batch stays
 * until it is closed: the admin who marks it as paid has to be somebody else. Who has a line that is not decided stays as well,
 * also one of a record that belongs to another account by now: without its payee it is neither sent nor given back.
 *
 * The lock is one for all investors, and the transaction goes on with all that the account has. So it is taken only for an admin, and
 * for who has a listing or a line of a payout. A listing that is being made waits for the row of its account, which is held.
 *
 * @throws Problem `accounts.open-batch`, `accounts.payout-on-its-way`
 */
export async function holdPayouts(tx: Transaction, { id: leaving, isAdmin }: { id: UserId; isAdmin: boolean }) {
  if (isAdmin || (await isInPayouts(tx, leaving))) await lockPayouts(tx)
  if ((await findOpenBatch(tx))?.createdBy === leaving) throw new Problem('accounts.open-batch')
  if ((await countLeaving(tx, leaving)) > 0) throw new Problem('accounts.payout-on-its-way')
}
