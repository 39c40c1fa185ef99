import type { OrderKind } from '#shared/orders/contract.ts'
import { monthOf, reversedSales, statusOfEntry } from './balance.ts'
import type { EarningsEntry } from './contract.ts'

export const statementColumns = [
  'date',
  'entry',
  'sold',
  'founder',
  'project',
  'buyer paid (USD)',
  'your account (USD)',
  'goes to',
  'standing',
  'payable from',
  'order',
  'reference',
] as const

/** A spreadsheet would interpret such a cell as a formula. @see RFC 4180, and OWASP on CSV injection */
export const FORMULA = /^[\t\r\n ]*['=+\-@\t\r]/

export const entryLabel: Record<EarningsEntry['kind'], string> = {
  sale: 'Sale',
  refund: 'Refund',
  'refund-failed': 'Refund returned',
  dispute: 'Dispute lost',
  payout: 'Payout',
}

/** The label of an entry: a lost dispute has a negative amount, and one that is finally won a positive one. */
export const statementLabel = ({ kind, amount }: Pick<EarningsEntry, 'kind' | 'amount'>): string =>
  kind === 'dispute' && amount > 0 ? 'Dispute won' : entryLabel[kind]

export const soldLabel: Partial<Record<OrderKind, string>> = {
  vc_unlock: 'Contact unlock',
  vc_contact: 'Contact unlock',
  meeting: '30-minute call',
}

export const statusLabel = { window: 'Pending (7-day guarantee)', held: 'Held', matured: 'Payable' } as const

type Cell = string | number

/** The entries of a month, or all of them, as table rows; earliest first, as in a statement. */
export function statementRows(entries: readonly EarningsEntry[], now: number, month?: string): Cell[][] {
  const reversed = reversedSales(entries)
  const reversedLabel = ({ orderId }: EarningsEntry) => orderId !== null && reversed.get(orderId)
  return entries
    .filter(({ at }) => month === undefined || monthOf(at) === month)
    .sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id))
    .map((entry) => [
      entry.at,
      statementLabel(entry),
      entry.sold === null ? '' : (soldLabel[entry.sold] ?? entry.sold),
      entry.founderName ?? '',
      entry.projectName ?? '',
      // Numbers stay numbers: a leading minus sign of a number is not a formula.
      entry.kind === 'payout' ? '' : entry.gross / 100,
      entry.amount / 100,
      entry.charity ?? '',
      entry.kind === 'payout'
        ? entry.isPaid
          ? 'Paid'
          : 'In transfer'
        : reversedLabel(entry) || statusLabel[statusOfEntry(entry, now)],
      (!reversedLabel(entry) && entry.maturesAt) || '',
      entry.orderId ?? '',
      entry.reference ?? '',
    ])
}
