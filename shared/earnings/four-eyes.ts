import { type Cents, cents } from '#shared/money.ts'

/**
 * The amount that may be refunded unasked, and by default paid out, within a day without a second admin. Above it, an admin other
 * than the preparer must mark a payout as paid.
 */
export const ALONE_WITHIN_A_DAY = cents(500_000)

const DAY_MS = 24 * 60 * 60 * 1000

type PayoutContext = {
  /** The amount paid out now, and the amount paid out within the last day without a second admin. */
  leaving: Cents
  paidAlone: Cents
  /** How much may leave within a day without a second admin. */
  limit: Cents
  isOwnBatch: boolean
  /** The account of the paying or the preparing admin, or the verification of its address, was less than a day old. */
  isNewAdmin?: boolean
  /** The preparing account has lost the role, or was deleted: one person is left. */
  hasNoPreparer?: boolean
  preparedAt: Date
  /** Number of accounts that may pay out, including the paying one. */
  admins: number
}

/**
 * Whether another admin has to mark a batch as paid. If there is no other admin, a day has to pass after it was prepared: in that
 * time its owner may notice a stolen session. A new account does not count as a second admin: the same person may have created
 * it.
 */
export function needsSecondAdmin(
  { leaving, paidAlone, limit, isOwnBatch, isNewAdmin = false, hasNoPreparer = false, preparedAt, admins }: PayoutContext,
  now: Date,
): boolean {
  if (!(isOwnBatch || isNewAdmin || hasNoPreparer) || leaving + paidAlone <= limit) return false
  return admins > 1 || now.getTime() - preparedAt.getTime() < DAY_MS
}
