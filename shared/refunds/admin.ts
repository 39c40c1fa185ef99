import * as v from 'valibot'
import { ReviewWords, SeenVersion } from '#shared/admin/decision-fields.ts'
import { BookingSide } from '#shared/bookings/contract.ts'
import { OrderId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { OrderKind, OrderStatus } from '#shared/orders/contract.ts'
import { RefundEntry } from './contract.ts'

/** A purchase as far as somebody must know it who decides about its money. Instants are ISO. */
const Purchase = v.object({
  orderId: OrderId,
  kind: OrderKind,
  title: v.string(),
  amount: Cents,
  orderStatus: OrderStatus,
  paidAt: v.nullable(v.string()),
  buyer: v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()), hasAccount: v.boolean() }),
  /** When the contact was first handed to a device of the buyer's; null when it never was, or was nothing to be seen. */
  firstViewedAt: v.nullable(v.string()),
})

export const AdminRefund = v.object({
  ...RefundEntry.entries,
  ...Purchase.entries,
  /** `team`: no buyer asked. An admin gave the money back, or it was paid twice, or the seller left with the share. */
  origin: v.picklist(['buyer', 'team']),
  /** What a rule has asked, beside the buyer's words. Such a refund counts toward no cap. */
  ruleReason: v.optional(v.nullable(v.string())),
  /** Why a refund did not go through. */
  alert: v.nullable(v.string()),
  decidedAt: v.nullable(v.string()),
  /** Refunds that the same buyer wanted and got within a year, besides this one: by requests, cancelled calls or leaving. */
  refundsBefore: v.number(),
  /** Of a call: the side that the other one reported missing, and when. */
  report: v.optional(v.nullable(v.object({ missing: BookingSide, at: v.string() }))),
  /** That side says otherwise. */
  contest: v.optional(v.nullable(v.object({ at: v.string(), reason: v.string() }))),
  /** Absent where a node of the last release answers. */
  version: SeenVersion,
})
export type AdminRefund = v.InferOutput<typeof AdminRefund>

/** `GET /api/admin/refunds`: what waits for somebody first, the longest waiting on top; then the rest, the latest on top. */
export const AdminRefunds = v.array(AdminRefund)

/** `POST /api/admin/refunds/{id}/approve`. `overCap` is the explicit word for whoever had the year's refunds already. */
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
    v.check((words) => words !== null, 'Please say why.'),
    v.transform((words) => words ?? ''),
  ),
  version: SeenVersion,
})
export type RejectRefund = v.InferOutput<typeof RejectRefund>

/** `POST /api/admin/refunds`: the team gives the money of an order back unasked. */
export const RefundUnasked = v.object({
  orderId: OrderId,
  note: v.optional(ReviewWords),
  /** Also past the cap, where the order's buyer has asked for it. */
  overCap: v.optional(v.boolean()),
  /** Of the order's request; null where the admin saw none. */
  version: v.nullish(v.number()),
})
export type RefundUnasked = v.InferOutput<typeof RefundUnasked>

/**
 * `inquiry`: a bank asks before it takes the money. It suspends nothing, and has a day to answer by as well. `closed`: an
 * inquiry that ended without a dispute. `appealed`: it is lost, and looked at again. `prevented`: the card network has settled it with a refund.
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
  /** Until when the bank takes evidence; null when it takes none any more. */
  dueAt: v.nullable(v.string()),
  /** What there is to say, to be copied into the bank's form. */
  evidence: v.string(),
})
export type AdminDispute = v.InferOutput<typeof AdminDispute>

/** A card's network believes that the payment was a fraud; nothing has happened to the money yet. */
export const AdminWarning = v.object({
  ...Purchase.entries,
  id: v.string(),
  fraudType: v.string(),
  warnedAt: v.string(),
  /** Still to be decided: neither refunded, nor disputed, nor left alone by an admin. */
  isOpen: v.boolean(),
})
export type AdminWarning = v.InferOutput<typeof AdminWarning>

/** `GET /api/admin/disputes`: open ones first, the next due day on top. */
export const AdminDisputes = v.object({ disputes: v.array(AdminDispute), warnings: v.array(AdminWarning) })
export type AdminDisputes = v.InferOutput<typeof AdminDisputes>
