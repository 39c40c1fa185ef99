/** Who has had this many refunds within a year gets another one only when an admin says so: a seen contact cannot be unseen. */
export const REFUND_CAP = 3
export const CAP_DAYS = 365

export const isOverCap = (refundsBefore: number) => refundsBefore >= REFUND_CAP
