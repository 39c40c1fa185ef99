import { type Cents, cents } from '#shared/money.ts'

/** What one admin may both prepare and mark as paid within a day. Above it another admin marks it. */
export const ALONE_WITHIN_A_DAY = cents(500_000)

const DAY_MS = 24 * 60 * 60 * 1000

type Paying = {
  /** What leaves now, and what the same admin has prepared and paid alone within the last day. */
  leaving: Cents
  paidAlone: Cents
  isOwnBatch: boolean
  /** The account of the admin who pays, or the proof of its address, is younger than a day. */
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
