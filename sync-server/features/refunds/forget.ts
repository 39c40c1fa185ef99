import type { Database } from '#server/db.ts'
import { CAP_DAYS } from '#shared/refunds/cap.ts'
import { forgetBuyersBefore } from './queries.ts'

export const FORGET_BUYERS = 'refunds.forget-buyers'
export const FORGET_BUYERS_SECONDS = 24 * 60 * 60

const DAY_MS = 24 * 60 * 60 * 1000

/** By what buyers are recognised over several accounts is kept for as long as the refund cap looks back. */
export const forgetBuyers =
  ({ db, now }: { db: Database; now: () => Date }) =>
  () =>
    forgetBuyersBefore(db, new Date(now().getTime() - CAP_DAYS * DAY_MS))
