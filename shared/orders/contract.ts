import * as v from 'valibot'
import { VcType } from '#shared/directory/contract.ts'
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

/** Paid on the payment provider's own page instead of in a form of ours. */
export const isHosted = (kind: OrderKind) => kind === 'scout_publish'

/**
 * `GET /api/payments/{paymentIntentId}`: what an own payment is for. A bank's page leads back with the id of the payment
 * alone, and each kind of purchase is confirmed by a call of its own.
 */
export const PaymentPurpose = v.object({
  kind: OrderKind,
  targetId: v.string(),
  /** Which listing an investor is of. */
  vcType: v.optional(VcType),
  /** The hour of a call, in ISO instants. */
  slot: v.optional(v.object({ start: v.string(), end: v.string() })),
  /** The checkout of a payment on the provider's own page. */
  sessionId: v.optional(v.string()),
})
export type PaymentPurpose = v.InferOutput<typeof PaymentPurpose>

/** Where such an order is paid. */
export const CheckoutPage = v.object({ url: v.pipe(v.string(), v.url()) })
export type CheckoutPage = v.InferOutput<typeof CheckoutPage>

/**
 * ```
 * pending ──► processing ──► paid ──► refunded
 *    │  ▲         │            └────► disputed ──► paid | revoked
 *    │  └─ failed ◄┘ (the same intent may still succeed)
 *    └──► cancelled | expired      (late money: fulfilled if it still can be, else refunded)
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
  /** Null until it has been paid and handed over. */
  receiptNumber: v.nullable(v.number()),
  /** ISO instant; null until it has been paid. */
  paidAt: v.nullable(v.string()),
  /** The buyer's wish for the money back, once there is one. */
  refund: v.nullable(RefundEntry),
})
export type OrderEntry = v.InferOutput<typeof OrderEntry>
