import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/database/client.ts'
import type { EarningsEntry, EntryKind } from '#shared/earnings/contract.ts'
import { maturesAt, type SoldFor } from '#shared/earnings/maturity.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { parseAccount } from '#shared/ledger/account.ts'
import { parseTransaction } from '#shared/ledger/transaction.ts'
import { cents } from '#shared/money.ts'
import { UNNAMED_PROJECT } from '#shared/projects/title.ts'
import { type EntryRow, listEntryRows, listPayoutRows, type PayoutRow, type SaleRow } from './entry-queries.ts'
import { listReservedOf } from './reserve-queries.ts'

/** The name of a guest is not known. */
export const UNNAMED_FOUNDER = 'Anonymous founder'

/** All other states mean that the call will not take place or is being refunded. */
const ON = ['confirmed', 'disputed', 'kept']

/** When an account took over the record that was sold, and when its account was last paid out. */
export type TakeOver = { takenOverAt: string | null; paidUntil: string | null }

/**
 * The conditions that a sale's share waits for, from its order, call and seller. A share that was paid out once does not wait
 * again.
 */
export function soldFor(row: SaleRow, isReserved: boolean, { takenOverAt, paidUntil }: TakeOver): SoldFor {
  const sale = saleOf(row, isReserved)
  const isPaid = paidUntil !== null && (maturesAt(sale) ?? Number.POSITIVE_INFINITY) <= Date.parse(paidUntil)
  return takenOverAt === null || isPaid ? sale : { ...sale, takenOverAt: Date.parse(takenOverAt) }
}

const saleOf = (
  { kind, status, paid_at, call_ends_at, call_status, missed_at, is_suspect, is_refund_asked }: SaleRow,
  isReserved: boolean,
): SoldFor => ({
  kind,
  isReserved,
  paidAt: Date.parse(instant(paid_at)),
  isContested: status === 'disputed' || is_suspect || is_refund_asked,
  call:
    call_ends_at === null
      ? undefined
      : {
          endsAt: Date.parse(instant(call_ends_at)),
          ...(missed_at !== null && { missedAt: Date.parse(instant(missed_at)) }),
          isOff: call_status === null || !ON.includes(call_status),
        },
})

/** An investor's account, line by line, earliest first. */
export async function listEntries(db: Queryable, principalId: PrincipalId): Promise<EarningsEntry[]> {
  const [sales, payouts, reserved] = await Promise.all([
    listEntryRows(db, principalId),
    listPayoutRows(db, principalId),
    listReservedOf(db, sql`select user_id from principals where id = ${principalId}`),
  ])
  return [...sales.map((row) => presentSale(row, reserved.has(row.order_id))), ...payouts.map(presentPayout)]
}

function presentSale(row: EntryRow, isReserved: boolean): EarningsEntry {
  const account = parseAccount(row.account)
  const charity = account?.kind === 'charity_payable' ? account.charity : null
  const sale = soldFor(row, isReserved, { takenOverAt: charity === null ? row.taken_over_at : null, paidUntil: row.paid_until })
  const from = maturesAt(sale)
  const kind = kindOf(row.transaction)
  return {
    id: row.id,
    kind,
    vcId: row.listing,
    orderId: row.order_id,
    sold: row.kind,
    founderName: row.name ?? UNNAMED_FOUNDER,
    projectName: row.project ?? UNNAMED_PROJECT,
    gross: cents(Number(row.gross)),
    amount: cents(Number(row.amount)),
    charity,
    at: instant(kind === 'sale' ? row.paid_at : row.created_at),
    maturesAt: from === undefined ? null : new Date(from).toISOString(),
    hold:
      row.status === 'disputed' || row.is_suspect
        ? 'dispute'
        : row.is_refund_asked
          ? 'refund'
          : from === undefined
            ? 'call'
            : null,
    isPaid: false,
    reference: null,
  }
}

const presentPayout = (row: PayoutRow): EarningsEntry => ({
  id: row.id,
  kind: 'payout',
  vcId: row.listing,
  orderId: null,
  sold: null,
  founderName: null,
  projectName: null,
  gross: cents(Number(row.amount)),
  amount: cents(-Number(row.amount)),
  charity: null,
  at: instant(row.paid_at ?? row.created_at),
  maturesAt: null,
  hold: null,
  isPaid: row.status === 'paid',
  reference: row.reference,
  ...(row.paid_to && { paidTo: row.paid_to }),
})

function kindOf(key: string): EntryKind {
  const transaction = parseTransaction(key)
  if (transaction?.kind === 'capture') return 'sale'
  if (transaction?.kind === 'dispute') return 'dispute'
  return transaction?.kind === 'refund' && transaction.isFailed ? 'refund-failed' : 'refund'
}

const instant = (text: string) => new Date(text).toISOString()
