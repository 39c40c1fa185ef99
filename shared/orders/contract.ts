import * as v from 'valibot'
import { VcType } from '#shared/directory/contract.ts'
import { OrderDocument } from '#shared/documents/contract.ts'
import { OrderId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { RefundEntry } from '#shared/refunds/contract.ts'

export const OrderKind = v.picklist([
  'vc_unlock',
  'vc_contact',
  'meeting',
  'decision_maker',
  'scout_publish',
  'project_visibility',
])
export type OrderKind = v.InferOutput<typeof OrderKind>

/** Paid on the payment provider's own page instead of in the product's form. */
export const isHosted = (kind: OrderKind) => kind === 'scout_publish'

/**
 * `GET /api/payments/{paymentIntentId}`: the purpose of the caller's own payment. A bank's page returns with only the id of the
 * payment, and each kind of purchase is confirmed by a separate call.
 */
export const PaymentPurpose = v.object({
  kind: OrderKind,
  targetId: v.string(),
  /** The listing that the investor belongs to. */
  vcType: v.optional(VcType),
  /** The slot of a call, in ISO instants. */
  slot: v.optional(v.object({ start: v.string(), end: v.string() })),
  /** The checkout of a payment on the provider's own page. */
  sessionId: v.optional(v.string()),
})
export type PaymentPurpose = v.InferOutput<typeof PaymentPurpose>

/** The page on which such an order is paid. */
export const CheckoutPage = v.object({ url: v.pipe(v.string(), v.url()) })
export type CheckoutPage = v.InferOutput<typeof CheckoutPage>

/**
 * ```
 * pending ──► processing ──► paid ──► refunded
 *    │  ▲         │            └────► disputed ──► paid | revoked
 *    │  └─ failed ◄┘ (the same intent may still succeed)
 *    └──► cancelled | expired      (late payment: fulfilled if still possible, else refunded)
 * ```
 */
export const OrderStatus = v.picklist([
  'pending',
  'processing',
  'failed',
  'paid',
  'refunded',
  'disputed',
  'revoked',
  'cancelled',
  'expired',
])
export type OrderStatus = v.InferOutput<typeof OrderStatus>

/** One purchase in its buyer's history. */
export const OrderEntry = v.object({
  id: OrderId,
  kind: OrderKind,
  targetId: v.string(),
  title: v.string(),
  amount: Cents,
  status: OrderStatus,
  /** ISO instant. */
  createdAt: v.string(),
  /** Null until it has been paid and fulfilled. */
  receiptNumber: v.nullable(v.number()),
  /** ISO instant; null until it has been paid. */
  paidAt: v.nullable(v.string()),
  /** Days for a reply of the investor, as they were when it was bought. Absent where none was agreed. */
  replyDays: v.optional(v.number()),
  /** Invoices and credit notes, in the order of their issue. Absent until one is issued. */
  documents: v.optional(v.array(OrderDocument)),
  /** The buyer's refund request, if there is one. */
  refund: v.nullable(RefundEntry),
})
export type OrderEntry = v.InferOutput<typeof OrderEntry>
