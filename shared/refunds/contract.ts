import * as v from 'valibot'
import { OrderId } from '#shared/ids.ts'
import { cleanText } from '#shared/text.ts'

export const LONGEST_REASON = 1000

/** `POST /api/refunds`: the buyer wants the money back. */
export const AskRefund = v.object({
  orderId: OrderId,
  reason: v.pipe(
    v.string(),
    v.maxLength(LONGEST_REASON, 'Please use at most 1,000 characters.'),
    v.transform(cleanText),
    v.minLength(1, 'Please say what went wrong.'),
  ),
})
export type AskRefund = v.InferOutput<typeof AskRefund>

/**
 * ```
 * requested ──► approved ──► refunded ──► failed (the card's bank sent the money back to us)
 *     │          ▲    └────► failed ──► approved …
 *     └──► rejected ──┘      (an admin may change their mind in the buyer's favour)
 * ```
 * Money that went back on any other way, a lost dispute say, is `refunded` from everywhere.
 */
export const RefundStatus = v.picklist(['requested', 'approved', 'refunded', 'rejected', 'failed'])
export type RefundStatus = v.InferOutput<typeof RefundStatus>

/** Where the buyer's wish stands: part of its order on their devices, and the answer to asking. Instants are ISO. */
export const RefundEntry = v.object({
  id: v.string(),
  status: RefundStatus,
  /** The buyer's own words; empty when the team gives the money back unasked. */
  reason: v.string(),
  /** The team's words to the buyer. */
  note: v.nullable(v.string()),
  requestedAt: v.string(),
  replyDueAt: v.string(),
  refundDueAt: v.string(),
  refundedAt: v.nullable(v.string()),
  /** No buyer has asked yet: a complaint within the guarantee is added to it. */
  mayAdd: v.optional(v.boolean()),
})
export type RefundEntry = v.InferOutput<typeof RefundEntry>
