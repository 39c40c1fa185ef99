/** The SLA of the terms: a complaint within a week, then an answer and the refund within these business days. */
export const GUARANTEE_DAYS = 7
export const REPLY_BUSINESS_DAYS = 5
export const REFUND_BUSINESS_DAYS = 10

/** The one promise of time for a complaint, on every screen and in every mail. */
export const REFUND_PROMISE = `We reply within ${REPLY_BUSINESS_DAYS} business days. If approved, we refund the full amount within ${REFUND_BUSINESS_DAYS} business days.`

/** How long a bank takes to show a refund, on every screen and in every mail. */
export const BANK_TIME = 'Your bank may take 5 to 10 business days to show it.'

const DAY_MS = 24 * 60 * 60 * 1000
const [SUNDAY, SATURDAY] = [0, 6]

/** The last instant at which a refund may be requested: the end of the seventh calendar day, in UTC. */
export const guaranteeEnds = (paidAt: Date): Date => endOfDay(new Date(paidAt.getTime() + GUARANTEE_DAYS * DAY_MS))

/** The due dates of a complaint. Both are counted from the complaint, even if it has not been answered. */
export const clocksOf = (requestedAt: Date) => ({
  replyDueAt: addBusinessDays(requestedAt, REPLY_BUSINESS_DAYS),
  refundDueAt: addBusinessDays(requestedAt, REFUND_BUSINESS_DAYS),
})

/**
 * The end of the nth business day after a day. Monday to Friday, in UTC. Holidays count as business days, so the result is never
 * later than promised.
 */
export function addBusinessDays(from: Date, days: number): Date {
  let [day, left] = [from, days]
  while (left > 0) {
    day = new Date(day.getTime() + DAY_MS)
    if (day.getUTCDay() !== SUNDAY && day.getUTCDay() !== SATURDAY) left -= 1
  }
  return endOfDay(day)
}

const endOfDay = (instant: Date) => new Date(Math.floor(instant.getTime() / DAY_MS) * DAY_MS + DAY_MS - 1)
