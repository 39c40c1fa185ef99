import { type Cents, cents } from '#shared/money.ts'

/** What may leave within a day without a second admin. Above it another admin than the preparer marks it as paid. */
export const ALONE_WITHIN_A_DAY = cents(500_000)

const DAY_MS = 24 * 60 * 60 * 1000

type Paying = {
  /** What leaves now, and what has left within the last day without a second admin. */
  leaving: Cents
  paidAlone: Cents
  isOwnBatch: boolean
  /** The account of the admin who pays or of the one who prepared, or the proof of its address, was younger than a day then. */
  isNewAdmin?: boolean
  preparedAt: Date
  /** Admins who may act, the one who pays included. */
  admins: number
}

/**
 * Whether another admin has to mark a batch as paid. Where there is no other one, a day has to pass after it was prepared:
 * time in which its owner may notice a stolen session. A new account is no second admin: the same person may have made it.
 */
export function needsSecondAdmin(
  { leaving, paidAlone, isOwnBatch, isNewAdmin = false, preparedAt, admins }: Paying,
  now: Date,
): boolean {
  if (!(isOwnBatch || isNewAdmin) || leaving + paidAlone <= ALONE_WITHIN_A_DAY) return false
  return admins > 1 || now.getTime() - preparedAt.getTime() < DAY_MS
}
