import type { VcId } from '#shared/ids.ts'

/** An account of the double-entry ledger. The accounts of payees are separate per listing and per charity. */
export type LedgerAccount =
  | { kind: 'cash' | 'platform_revenue' | 'stripe_fees' | 'dispute_losses' | 'returned_payments' | 'tax_payable' }
  | { kind: 'investor_payable'; vcId: VcId }
  | { kind: 'charity_payable'; charity: string }

export type AccountKind = LedgerAccount['kind']

/** The stored text of an account: its kind, and for a payee `:` and its owner. Only `formatAccount` builds it. */
export type AccountKey = Exclude<AccountKind, PayableKind> | `${PayableKind}:${string}`
type PayableKind = 'investor_payable' | 'charity_payable'

export function formatAccount(account: LedgerAccount): AccountKey {
  switch (account.kind) {
    case 'investor_payable':
      return `investor_payable:${account.vcId}`
    case 'charity_payable':
      return `charity_payable:${account.charity}`
    default:
      return account.kind
  }
}

/** The inverse of `formatAccount`; `undefined` for any other text. The name of a charity may contain `:`. */
export function parseAccount(key: string): LedgerAccount | undefined {
  const colon = key.indexOf(':')
  const [kind, owner] = colon < 0 ? [key, ''] : [key.slice(0, colon), key.slice(colon + 1)]
  switch (kind) {
    case 'investor_payable':
      return owner ? { kind, vcId: owner as VcId } : undefined
    case 'charity_payable':
      return owner ? { kind, charity: owner } : undefined
    case 'cash':
    case 'platform_revenue':
    case 'stripe_fees':
    case 'dispute_losses':
    case 'returned_payments':
    case 'tax_payable':
      return colon < 0 ? { kind } : undefined
    default:
      return undefined
  }
}
