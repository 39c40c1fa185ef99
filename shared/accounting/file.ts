import { parseTransaction, type TransactionKey, type TransactionKind } from '#shared/ledger/transaction.ts'

/** The columns of the file, in order. Later releases only append. */
export const ledgerColumns = [
  'date (UTC)',
  'value date (UTC)',
  'transaction',
  'kind',
  'order',
  'receipt',
  'account code',
  'account',
  'investor',
  'debit',
  'credit',
  'currency',
  'document',
] as const

/** A transaction is one set of legs of its order; those of no order have a name of their own. */
export const transactionId = (orderId: string | null, key: TransactionKey): string => (orderId ? `${orderId}:${key}` : key)

/** `refund-failed` returns the amount of a refund that the provider could not send. */
export function kindOfTransaction(key: TransactionKey, kind: TransactionKind): string {
  const transaction = parseTransaction(key)
  return transaction?.kind === 'refund' && transaction.isFailed ? 'refund-failed' : kind
}

/** `1234.50`: always two decimals and a point, without separators. */
export function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
