/**
 * A set of legs that sums to zero, identified within its order, or among those of no order. The ids are the provider's: of the
 * refund, the dispute, and the balance transaction of a fee or a returned payment. That of a payout is the id of its line.
 */
export type LedgerTransaction =
  | { kind: 'capture' }
  /** `isFailed`: the refund failed later, and this transaction returns its amount. */
  | { kind: 'refund'; id: string; isFailed: boolean }
  /** `revision`: 0 for the first posting of a dispute, then 1, 2, … for each later difference. */
  | { kind: 'dispute'; id: string; revision: number }
  | { kind: 'fee' | 'returned' | 'payout'; id: string }

export type TransactionKind = LedgerTransaction['kind']

/** The stored text of a transaction: its kind, the id, and a third part, separated by `:`. Only `formatTransaction` builds it. */
export type TransactionKey = 'capture' | `${Exclude<TransactionKind, 'capture'>}:${string}`

export function formatTransaction(transaction: LedgerTransaction): TransactionKey {
  switch (transaction.kind) {
    case 'capture':
      return 'capture'
    case 'refund':
      return transaction.isFailed ? `refund:${transaction.id}:failed` : `refund:${transaction.id}`
    case 'dispute':
      return transaction.revision === 0 ? `dispute:${transaction.id}` : `dispute:${transaction.id}:${transaction.revision}`
    default:
      return `${transaction.kind}:${transaction.id}`
  }
}

/** The inverse of `formatTransaction`; `undefined` for any other text. */
export function parseTransaction(key: string): LedgerTransaction | undefined {
  const [kind, id, third, ...rest] = key.split(':')
  if (key === 'capture') return { kind: 'capture' }
  if (!id || rest.length > 0) return undefined
  switch (kind) {
    case 'refund':
      return third === undefined || third === 'failed' ? { kind, id, isFailed: third === 'failed' } : undefined
    case 'dispute':
      return third === undefined || /^[1-9]\d*$/.test(third) ? { kind, id, revision: Number(third ?? 0) } : undefined
    case 'fee':
    case 'returned':
    case 'payout':
      return third === undefined ? { kind, id } : undefined
    default:
      return undefined
  }
}
