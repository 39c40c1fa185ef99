import { sql } from 'drizzle-orm'
import { accountCodes } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { boundsOf, issuedUntil } from '#shared/accounting/months.ts'
import type { AccountKind } from '#shared/ledger/account.ts'
import type { TransactionKey, TransactionKind } from '#shared/ledger/transaction.ts'

export const listCodes = (db: Queryable) => db.select().from(accountCodes)

/** Two owners who change the codes at the same time wait for each other, also before the first row exists. */
export const lockCodes = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('latchkey-account-codes', 0))`)

export const saveCodes = (tx: Transaction, codes: { account: AccountKind; code: string }[]) =>
  tx
    .insert(accountCodes)
    .values(codes)
    .onConflictDoUpdate({ target: accountCodes.account, set: { code: sql`excluded.code` } })

const postedAt = sql`coalesce(l.posted_at, l.created_at)`

/** Legs of a month. One that moves nothing is left out. */
const inMonth = (month: string) => {
  const { from, to } = boundsOf(month)
  return sql`${postedAt} >= ${from.toISOString()}::timestamptz and ${postedAt} < ${to.toISOString()}::timestamptz and l.amount <> 0`
}

export async function readFirstPosted(db: Queryable): Promise<Date | undefined> {
  const [row] = await db.execute<{ at: string | null }>(sql`select min(${postedAt}) as at from ledger_entries l`)
  return row?.at ? new Date(row.at) : undefined
}

export async function countLegs(db: Queryable, month: string): Promise<number> {
  const [row] = await db.execute<{ legs: number }>(
    sql`select count(*)::int as legs from ledger_entries l where ${inMonth(month)}`,
  )
  return row?.legs ?? 0
}

export type TotalRow = { account: AccountKind; currency: string; debit: string; credit: string }

export const listTotals = (db: Queryable, month: string) =>
  db.execute<TotalRow>(sql`
    select l.account_kind as account, l.currency,
      coalesce(sum(l.amount) filter (where l.amount > 0), 0) as debit,
      coalesce(-sum(l.amount) filter (where l.amount < 0), 0) as credit
    from ledger_entries l where ${inMonth(month)}
    group by l.account_kind, l.currency order by l.currency, l.account_kind`)

/** A transaction of a month whose debits and credits differ. */
export async function findUnbalanced(db: Queryable, month: string): Promise<TransactionKey | undefined> {
  const [row] = await db.execute<{ transaction: TransactionKey }>(sql`
    select l.transaction from ledger_entries l where ${inMonth(month)}
    group by l.order_id, l.transaction, l.currency having sum(l.amount) <> 0 limit 1`)
  return row?.transaction
}

export type LegRow = {
  posted: string
  happened: string
  order_id: string | null
  transaction: TransactionKey
  transaction_kind: TransactionKind
  account_kind: AccountKind
  account_owner: string | null
  amount: string
  currency: string
  receipt: number | null
  /** The invoice or credit note about the transaction. */
  document: string | null
}

const day = (of: typeof postedAt) => sql`to_char(${of} at time zone 'UTC', 'YYYY-MM-DD')`

/**
 * The legs of a month, the earliest first, the debits of a transaction before its credits. They come in parts, from a cursor of
 * the transaction. The order is the same in every database.
 */
export async function* readLegs(tx: Transaction, month: string, size = 1000): AsyncGenerator<readonly LegRow[]> {
  const until = issuedUntil(month).toISOString()
  await tx.execute(sql`declare legs no scroll cursor for
    select ${day(postedAt)} as posted, ${day(sql`l.created_at`)} as happened, l.order_id, l.transaction, l.transaction_kind,
      l.account_kind, l.account_owner, l.amount, l.currency, r.number as receipt, d.number as document
    from ledger_entries l
    left join receipts r on r.order_id = l.order_id and r.issued_at < ${until}::timestamptz
    left join documents d on d.order_id = l.order_id and d.cause = l.transaction and d.issued_at < ${until}::timestamptz
    where ${inMonth(month)}
    order by ${postedAt}, l.order_id collate "C" nulls first, l.transaction collate "C", l.amount < 0, l.account collate "C"`)
  const next = sql.raw(`fetch ${size} from legs`)
  for (let rows = await tx.execute<LegRow>(next); rows.length > 0; rows = await tx.execute<LegRow>(next)) yield rows
}
