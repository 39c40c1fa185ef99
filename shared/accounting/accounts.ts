import type { AccountKind } from '#shared/ledger/account.ts'

/** The accounts of the ledger, in the order of a chart of accounts. Those of all payees of a kind have one code. */
export const ACCOUNT_KINDS = [
  'cash',
  'returned_payments',
  'investor_payable',
  'charity_payable',
  'tax_payable',
  'platform_revenue',
  'stripe_fees',
  'dispute_losses',
] as const satisfies AccountKind[]

export const accountLabels: Record<AccountKind, string> = {
  cash: 'Cash',
  returned_payments: 'Duplicate payments, refunded',
  investor_payable: 'Owed to investors',
  charity_payable: 'Owed to charities',
  tax_payable: 'Tax owed',
  platform_revenue: 'Platform revenue',
  stripe_fees: 'Card fees',
  dispute_losses: 'Dispute losses',
}

/** The codes of an installation whose owner has set none. */
export const DEFAULT_CODES: Record<AccountKind, string> = {
  cash: '1000',
  returned_payments: '1090',
  investor_payable: '2000',
  charity_payable: '2010',
  tax_payable: '2100',
  platform_revenue: '4000',
  stripe_fees: '6000',
  dispute_losses: '6010',
}
