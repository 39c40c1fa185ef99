import * as v from 'valibot'
import { OrderId } from '#shared/ids.ts'
import { cleanText } from '#shared/text.ts'

export const MAX_REASON_LENGTH = 1000

/** `POST /api/refunds`: the buyer requests a refund. */
export const AskRefund = v.object({
  orderId: OrderId,
  reason: v.pipe(
    v.string(),
    v.maxLength(MAX_REASON_LENGTH, 'Please use at most 1,000 characters.'),
    v.transform(cleanText),
    v.minLength(1, 'Describe what went wrong.'),
  ),
})
export type AskRefund = v.InferOutput<typeof AskRefund>

/**
 * ```
 * requested ──► approved ──► refunded ──► failed (the card's bank returned the money)
 *     │          ▲    └────► failed ──► approved …
 *     └──► rejected ──┘      (an admin may change their mind in the buyer's favour)
 * ```
 * Money that was refunded on any other path, such as a lost dispute, leads to `refunded` from every state.
 */
export const RefundStatus = v.picklist(['requested', 'approved', 'refunded', 'rejected', 'failed'])
export type RefundStatus = v.InferOutput<typeof RefundStatus>

/**
 * The state of the buyer's refund request: part of its order on their devices, and the reply to the request. Instants are ISO.
 */
export const RefundEntry = v.object({
  id: v.string(),
  status: RefundStatus,
  /** The buyer's own text; empty when an admin refunds without a request. */
  reason: v.string(),
  /** The admins' note to the buyer. */
  note: v.nullable(v.string()),
  requestedAt: v.string(),
  replyDueAt: v.string(),
  refundDueAt: v.string(),
  refundedAt: v.nullable(v.string()),
  /** No buyer has requested it yet: a complaint within the guarantee is added to it. */
  mayAdd: v.optional(v.boolean()),
})
export type RefundEntry = v.InferOutput<typeof RefundEntry>
