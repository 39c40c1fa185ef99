import { and, eq, isNull, sql } from 'drizzle-orm'
import { disputes, ledgerEntries, payoutLines } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { BalanceTransaction } from '#server/payments/payments-port.ts'
import type { OrderId } from '#shared/ids.ts'
import { type AccountKey, formatAccount } from '#shared/ledger/account.ts'
import { formatTransaction, type TransactionKey } from '#shared/ledger/transaction.ts'
import { type Cents, cents } from '#shared/money.ts'

/** The cash amounts of an order's legs, by transaction. */
export type CashMoved = Map<TransactionKey, number>

export async function readCash(db: Queryable, orderId: OrderId): Promise<CashMoved> {
  const legs = await db
    .select({ transaction: ledgerEntries.transaction, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.accountKind, 'cash')))
  return new Map(legs.map(({ transaction, amount }) => [transaction, amount]))
}

/** Posts a provider fee that belongs to no order. Idempotent. */
export const insertOwnFee = (
  db: Queryable,
  { id, currency, at }: Pick<BalanceTransaction, 'id' | 'currency' | 'at'>,
  fee: Cents,
) => {
  const transaction = formatTransaction({ kind: 'fee', id })
  return insertOwnLegs(db, { transaction, account: formatAccount({ kind: 'stripe_fees' }), amount: fee, currency, at })
}

/**
 * Posts a balance transaction of a refunded duplicate payment: its charge and its refund add up to zero, except for conversion
 * costs.
 */
export async function insertReturned(
  db: Queryable,
  movement: Pick<BalanceTransaction, 'id' | 'amount' | 'fee' | 'currency' | 'at'>,
) {
  const { id, amount, fee, currency, at } = movement
  const transaction = formatTransaction({ kind: 'returned', id })
  const account = formatAccount({ kind: 'returned_payments' })
  await insertOwnLegs(db, { transaction, account, amount: cents(-amount), currency, at })
  if (fee !== 0) await insertOwnFee(db, movement, fee)
}

/** Posts two legs without an order: of an account, and of its cash effect. Idempotent. */
async function insertOwnLegs(db: Queryable, { transaction, account, amount, currency, at }: OwnLegs) {
  const leg = (of: AccountKey, cent: number) => ({
    id: newId<string>('leg'),
    orderId: null,
    transaction,
    account: of,
    amount: cents(cent),
    currency,
    createdAt: at,
  })
  await db
    .insert(ledgerEntries)
    .values([leg(account, amount), leg(formatAccount({ kind: 'cash' }), -amount)])
    .onConflictDoNothing({
      target: [ledgerEntries.transaction, ledgerEntries.account],
      where: isNull(ledgerEntries.orderId),
    })
}
type OwnLegs = { transaction: TransactionKey; account: AccountKey; amount: Cents; currency: string; at: Date }

/** The planned amount of a transfer to an investor; undefined when the transfer is not one of the platform's. */
export async function findTransferred(db: Queryable, transferId: string): Promise<Cents | undefined> {
  const [line] = await db.select({ amount: payoutLines.amount }).from(payoutLines).where(eq(payoutLines.transferId, transferId))
  return line?.amount
}

/** The last stored state of a dispute. */
export async function findDisputeState(db: Queryable, id: string) {
  const [dispute] = await db.select({ status: disputes.status }).from(disputes).where(eq(disputes.id, id))
  return dispute?.status
}

/** The time of the earliest unexplained transaction. */
export async function findOldestOpen(db: Queryable, rule: string): Promise<Date | undefined> {
  const [row] = await db.execute<{ at: string | null }>(
    sql`select min(happened_at) as at from ledger_violations where rule = ${rule} and cleared_at is null`,
  )
  return row?.at ? new Date(row.at) : undefined
}
