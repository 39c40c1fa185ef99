/** The promise of the terms: a complaint within a week, an answer and the money within these business days of it. */
export const GUARANTEE_DAYS = 7
export const REPLY_BUSINESS_DAYS = 5
export const REFUND_BUSINESS_DAYS = 10

const DAY_MS = 24 * 60 * 60 * 1000
const [SUNDAY, SATURDAY] = [0, 6]

/** The last moment at which a purchase may be complained of: its seventh calendar day is a whole one, in UTC. */
export const guaranteeEnds = (paidAt: Date): Date => endOfDay(new Date(paidAt.getTime() + GUARANTEE_DAYS * DAY_MS))

/** What was promised to whoever complained at an instant. Both clocks run from the complaint, also while nobody has answered it. */
export const clocksOf = (requestedAt: Date) => ({
  replyDueAt: addBusinessDays(requestedAt, REPLY_BUSINESS_DAYS),
  refundDueAt: addBusinessDays(requestedAt, REFUND_BUSINESS_DAYS),
})

/**
 * The end of the nth business day after a day. Monday to Friday, in UTC; holidays count as business days,
 * which is never later than what was promised.
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
