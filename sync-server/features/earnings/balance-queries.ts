import { and, eq, isNull, sql } from 'drizzle-orm'
import { disputes, ledgerEntries, payoutLines } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/db.ts'
import { newId } from '#server/new-id.ts'
import type { OrderId } from '#shared/ids.ts'
import { type Cents, cents } from '#shared/money.ts'

/** What the legs of an order moved in cash, by transaction, and how its disputes stand. */
export async function readCash(db: Queryable, orderId: OrderId) {
  const legs = await db
    .select({ transaction: ledgerEntries.transaction, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.account, 'cash')))
  const known = await db.select({ id: disputes.id, status: disputes.status }).from(disputes).where(eq(disputes.orderId, orderId))
  return {
    disputes: new Map(known.map(({ id, status }) => [id, status])),
    moved: new Map(legs.map(({ transaction, amount }) => [transaction, amount])),
  }
}

/** What the provider took of us for no order. Written once. */
export async function insertOwnFee(db: Queryable, movementId: string, fee: Cents, at: Date) {
  const leg = (account: string, amount: number) => ({
    id: newId<string>('leg'),
    orderId: null,
    transaction: `fee:${movementId}`,
    account,
    amount: cents(amount),
    createdAt: at,
  })
  await db
    .insert(ledgerEntries)
    .values([leg('stripe_fees', fee), leg('cash', -fee)])
    .onConflictDoNothing({
      target: [ledgerEntries.transaction, ledgerEntries.account],
      where: isNull(ledgerEntries.orderId),
    })
}

export const isOurTransfer = async (db: Queryable, transferId: string): Promise<boolean> =>
  (await db.$count(payoutLines, eq(payoutLines.transferId, transferId))) > 0

/** When the earliest of what is still unexplained happened. */
export async function findOldestOpen(db: Queryable, rule: string): Promise<Date | undefined> {
  const [row] = await db.execute<{ at: string | null }>(
    sql`select min(happened_at) as at from book_violations where rule = ${rule} and cleared_at is null`,
  )
  return row?.at ? new Date(row.at) : undefined
}
