import { cents } from '#shared/money.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import { rightsEnd } from '#shared/refunds/rights.ts'

/**
 * Sales of a month that come to this together are paid out after the longer wait: within so many days of the listing's application,
 * and where they are more than so many times what the account had sold that long ago and kept.
 */
export const RESERVE_FROM = cents(50_000)
export const NEW_INVESTOR_DAYS = 60
export const KNOWN_TIMES = 3
export const RESERVE_DAYS = 30

/** What a listed record has earned waits for so many days once an account has taken it over: the claim may be a false one. */
export const NEW_OWNER_DAYS = 30

const DAY_MS = 24 * 60 * 60 * 1000

/** What the share of a sale waits for. Instants in milliseconds since the epoch. */
export type SoldFor = {
  kind: OrderKind
  paidAt: number
  /** A large sale of a new investor. */
  isReserved?: boolean
  /** When an account took over the record that was sold, where its share is that account's and was paid to nobody before. */
  takenOverAt?: number | undefined
  /** A dispute is open, or the buyer has asked for the money back and nobody has decided. */
  isContested: boolean
  /** The call that was sold, as it stands now; a meeting without one is no call that took place. */
  call?: { endsAt: number; missedAt?: number; isOff: boolean } | undefined
}

/** `window`: the buyer may still ask for the price, or the call is to come. `held`: it is contested, or the call was called off. */
export type Standing = 'window' | 'held' | 'matured'

/**
 * From when on a share can be paid out, if nothing comes between; nothing for a call that will not be. Never while the buyer
 * has a right to the price: what was paid out cannot be taken back.
 */
export function maturesAt({ kind, paidAt, isReserved, takenOverAt, call }: SoldFor): number | undefined {
  const rights = call?.isOff ? undefined : rightsEnd({ kind, paidAt, call })
  if (rights === undefined) return undefined
  const reserve = isReserved ? paidAt + RESERVE_DAYS * DAY_MS : 0
  const takeover = takenOverAt === undefined ? 0 : takenOverAt + NEW_OWNER_DAYS * DAY_MS
  return Math.max(rights, reserve, takeover)
}

export function standingOf(sale: SoldFor, now: number): Standing {
  const from = maturesAt(sale)
  return standingBy(sale.isContested || from === undefined, from, now)
}

/** The same by what a device was told of the sale. */
export function standingBy(isHeld: boolean, from: number | undefined, now: number): Standing {
  if (isHeld || from === undefined) return 'held'
  return now < from ? 'window' : 'matured'
}
