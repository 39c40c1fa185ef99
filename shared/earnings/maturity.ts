import { cents } from '#shared/money.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import { rightsEnd } from '#shared/refunds/rights.ts'

/**
 * Sales of a month that reach this sum together are paid out after the longer wait: within this many days of the listing's
 * application, and when they exceed this multiple of the account's earlier sales that were not refunded.
 */
export const RESERVE_FROM = cents(50_000)
export const NEW_INVESTOR_DAYS = 60
export const KNOWN_TIMES = 3
export const RESERVE_DAYS = 30

/** The earnings of a listed record are on hold for this many days after an account has claimed it: the claim may be false. */
export const NEW_OWNER_DAYS = 30

const DAY_MS = 24 * 60 * 60 * 1000

/** The facts that determine when the share of a sale can be paid out. Instants in milliseconds since the epoch. */
export type SoldFor = {
  kind: OrderKind
  paidAt: number
  /** A large sale of a new investor. */
  isReserved?: boolean
  /** When an account claimed the sold record, if the share belongs to that account and was not paid to another one before. */
  takenOverAt?: number | undefined
  /** A dispute is open, or the buyer's refund request is undecided. */
  isContested: boolean
  /** The sold call in its current state; a meeting without one did not take place. */
  call?: { endsAt: number; missedAt?: number; isOff: boolean } | undefined
}

/**
 * `window`: the buyer may still request a refund, or the call is in the future. `held`: it is contested, or the call was
 * cancelled.
 */
export type EarningStatus = 'window' | 'held' | 'matured'

/**
 * From when on a share can be paid out, unless something intervenes; undefined for a call that will not take place. Never while
 * the buyer has a right to a refund: a payout cannot be reversed.
 */
export function maturesAt({ kind, paidAt, isReserved, takenOverAt, call }: SoldFor): number | undefined {
  const rights = call?.isOff ? undefined : rightsEnd({ kind, paidAt, call })
  if (rights === undefined) return undefined
  const reserve = isReserved ? paidAt + RESERVE_DAYS * DAY_MS : 0
  const takeover = takenOverAt === undefined ? 0 : takenOverAt + NEW_OWNER_DAYS * DAY_MS
  return Math.max(rights, reserve, takeover)
}

export function earningStatusOf(sale: SoldFor, now: number): EarningStatus {
  const from = maturesAt(sale)
  return earningStatusFrom(sale.isContested || from === undefined, from, now)
}

/** The same, from the data that a device received. */
export function earningStatusFrom(isHeld: boolean, from: number | undefined, now: number): EarningStatus {
  if (isHeld || from === undefined) return 'held'
  return now < from ? 'window' : 'matured'
}
