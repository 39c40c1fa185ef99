import * as v from 'valibot'
import { ReviewWords, SeenVersion } from '#shared/admin/decision-fields.ts'
import { BookingSide } from '#shared/bookings/contract.ts'
import { OrderId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { OrderKind, OrderStatus } from '#shared/orders/contract.ts'
import { RefundEntry } from './contract.ts'

/** The data of a purchase for a decision about its money. Instants are ISO. */
const Purchase = v.object({
  orderId: OrderId,
  kind: OrderKind,
  title: v.string(),
  amount: Cents,
  orderStatus: OrderStatus,
  paidAt: v.nullable(v.string()),
  buyer: v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()), hasAccount: v.boolean() }),
  /** When the contact was first delivered to a device of the buyer; null when it never was, or there is none. */
  firstViewedAt: v.nullable(v.string()),
})

export const AdminRefund = v.object({
  ...RefundEntry.entries,
  ...Purchase.entries,
  /** `team`: no buyer requested it. An admin refunded it, or it was paid twice, or the seller left with the share. */
  origin: v.picklist(['buyer', 'team']),
  /** The reason of a rule, beside the buyer's text. Such a refund counts toward no cap. */
  ruleReason: v.optional(v.nullable(v.string())),
  /** Why a refund failed. */
  alert: v.nullable(v.string()),
  decidedAt: v.nullable(v.string()),
  /**
   * Other refunds that the same buyer received at their own wish within a year: by requests, cancelled calls or deleting the
   * account.
   */
  refundsBefore: v.number(),
  /** For a call: the side that the other one reported as a no-show, and when. */
  report: v.optional(v.nullable(v.object({ missing: BookingSide, at: v.string() }))),
  /** That side contests the report. */
  contest: v.optional(v.nullable(v.object({ at: v.string(), reason: v.string() }))),
  /** Absent in replies of the last release. */
  version: SeenVersion,
})
export type AdminRefund = v.InferOutput<typeof AdminRefund>

/** `GET /api/admin/refunds`: those that need a decision first, the longest waiting on top; then the rest, latest on top. */
export const AdminRefunds = v.array(AdminRefund)

/** `POST /api/admin/refunds/{id}/approve`. `overCap` confirms explicitly a refund beyond the yearly cap. */
export const ApproveRefund = v.object({
  note: v.optional(ReviewWords),
  overCap: v.optional(v.boolean()),
  version: SeenVersion,
})
export type ApproveRefund = v.InferOutput<typeof ApproveRefund>

/** `POST /api/admin/refunds/{id}/reject`. */
export const RejectRefund = v.object({
  reason: v.pipe(
    ReviewWords,
    v.check((text) => text !== null, 'Enter a reason.'),
    v.transform((text) => text ?? ''),
  ),
  version: SeenVersion,
})
export type RejectRefund = v.InferOutput<typeof RejectRefund>

/** `POST /api/admin/refunds`: an admin refunds an order without a request. */
export const RefundUnasked = v.object({
  orderId: OrderId,
  note: v.optional(ReviewWords),
  /** Also allows a refund beyond the cap, if the buyer has requested it. */
  overCap: v.optional(v.boolean()),
  /** Version of the order's request; null when the admin saw none. */
  version: v.nullish(v.number()),
})
export type RefundUnasked = v.InferOutput<typeof RefundUnasked>

/**
 * `inquiry`: a bank requests information before it withdraws the money. It suspends nothing, but also has a deadline. `closed`:
 * an inquiry that ended without a dispute. `appealed`: a lost dispute under review again. `prevented`: the card network settled
 * it with a refund.
 */
export const DisputeStatus = v.picklist(['inquiry', 'closed', 'open', 'won', 'lost', 'appealed', 'prevented'])
export type DisputeStatus = v.InferOutput<typeof DisputeStatus>

export const AdminDispute = v.object({
  ...Purchase.entries,
  id: v.string(),
  status: DisputeStatus,
  reason: v.string(),
  disputedAmount: Cents,
  openedAt: v.string(),
  /** Deadline for evidence; null once none is accepted. */
  dueAt: v.nullable(v.string()),
  /** The evidence text, to be copied into the bank's form. */
  evidence: v.string(),
})
export type AdminDispute = v.InferOutput<typeof AdminDispute>

/** A card network suspects that the payment is fraudulent; no money has moved yet. */
export const AdminWarning = v.object({
  ...Purchase.entries,
  id: v.string(),
  fraudType: v.string(),
  warnedAt: v.string(),
  /** Undecided: not refunded, not disputed, and not dismissed by an admin. */
  isOpen: v.boolean(),
})
export type AdminWarning = v.InferOutput<typeof AdminWarning>

/** `GET /api/admin/disputes`: open ones first, the next deadline on top. */
export const AdminDisputes = v.object({ disputes: v.array(AdminDispute), warnings: v.array(AdminWarning) })
export type AdminDisputes = v.InferOutput<typeof AdminDisputes>
