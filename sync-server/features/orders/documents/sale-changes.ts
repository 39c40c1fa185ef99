import type { DocumentReason } from '#shared/documents/contract.ts'
import { type AccountKey, parseAccount } from '#shared/ledger/account.ts'
import { parseTransaction, type TransactionKey } from '#shared/ledger/transaction.ts'
import { type Cents, cents } from '#shared/money.ts'

type Leg = { transaction: TransactionKey; account: AccountKey; amount: Cents }

/** A transaction that changed the amount of a sale: more of it is an invoice, less of it a credit note. */
export type SaleChange = {
  transaction: TransactionKey
  amount: Cents
  /** The tax in the amount, with its sign. */
  tax: Cents
  reason: DocumentReason
}

/**
 * The changes of a sale, in the order of its ledger. What a dispute takes beyond the sale is a loss of the platform, and changes
 * no document; neither does a fee.
 */
export function saleChanges(legs: readonly Leg[]): SaleChange[] {
  const sums = new Map<TransactionKey, { amount: number; tax: number }>()
  for (const { transaction, account, amount } of legs) {
    const sum = sums.get(transaction) ?? { amount: 0, tax: 0 }
    const kind = parseAccount(account)?.kind
    if (kind === 'cash' || kind === 'dispute_losses') sum.amount += amount
    if (kind === 'tax_payable') sum.tax -= amount
    sums.set(transaction, sum)
  }
  return [...sums].flatMap(([transaction, { amount, tax }]) => {
    const reason = reasonFor(transaction, amount)
    return reason && amount !== 0 ? [{ transaction, amount: cents(amount), tax: cents(tax), reason }] : []
  })
}

function reasonFor(transaction: TransactionKey, amount: number): DocumentReason | undefined {
  switch (parseTransaction(transaction)?.kind) {
    case 'capture':
      return 'payment'
    case 'refund':
      return amount < 0 ? 'refund' : 'refund-failed'
    case 'dispute':
      return amount < 0 ? 'dispute' : 'dispute-won'
    default:
      return undefined
  }
}
