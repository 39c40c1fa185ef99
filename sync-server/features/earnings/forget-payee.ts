import { and, eq, like } from 'drizzle-orm'
import { payoutLines } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import type { UserId } from '#shared/ids.ts'

/** As an erased listing is called. */
const NAMELESS = 'Former investor'

/**
 * Takes a person who leaves out of the payouts that were made to them. Amounts, accounts of the ledger and the provider's transfers
 * stay, because the books need them; a charity keeps its name. An account with a payout on its way is not deleted.
 */
export async function forgetPayee(tx: Transaction, userId: UserId) {
  const isTheirs = eq(payoutLines.userId, userId)
  await tx
    .update(payoutLines)
    .set({ payee: NAMELESS, destination: null })
    .where(and(isTheirs, like(payoutLines.account, 'investor_payable:%')))
  await tx.update(payoutLines).set({ userId: null }).where(isTheirs)
}
