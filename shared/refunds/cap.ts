/**
 * A buyer with this many refunds within a year gets another one only by an admin's decision: a contact that was seen cannot be
 * taken back.
 */
export const REFUND_CAP = 3
export const CAP_DAYS = 365

export const isOverCap = (refundsBefore: number) => refundsBefore >= REFUND_CAP
