import { and, eq } from 'drizzle-orm'
import { payoutLines } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import type { UserId } from '#shared/ids.ts'

/** The name of an erased listing. */
const NAMELESS = 'Former investor'

/**
 * Removes a departing person from the payouts made to them. Amounts, ledger accounts and the provider's transfers stay, because
 * the ledger needs them; a charity keeps its name. An account with a pending payout is not deleted.
 */
export async function forgetPayee(tx: Transaction, userId: UserId) {
  const isTheirs = eq(payoutLines.userId, userId)
  await tx
    .update(payoutLines)
    .set({ payee: NAMELESS, destination: null, paidTo: null })
    .where(and(isTheirs, eq(payoutLines.accountKind, 'investor_payable')))
  await tx.update(payoutLines).set({ userId: null }).where(isTheirs)
}
