import * as v from 'valibot'
import { Contact } from '#shared/contacts/contract.ts'
import { VcType } from '#shared/directory/contract.ts'
import { IncludedTax } from '#shared/documents/tax.ts'
import { VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'

/** Receipt data only: it never identifies the caller (it may be the anonymous placeholder). */
export const ReceiptEmail = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(254))))

/** `GET /api/check-vc-unlock`; `email` is accepted for compatibility with the specification and ignored. */
export const CheckUnlock = v.object({
  vcId: VcId,
  vcType: v.optional(VcType),
  email: v.optional(v.string()),
})

export const UnlockState = v.object({ hasUnlocked: v.boolean(), contact: v.optional(Contact) })
export type UnlockState = v.InferOutput<typeof UnlockState>

/** `POST /api/vc-request`. Score, tags and amount are accepted and recomputed. */
export const RequestInvestor = v.object({
  vcId: VcId,
  vcType: v.optional(VcType),
  founderEmail: ReceiptEmail,
  founderScore: v.optional(v.nullable(v.number())),
  tags: v.optional(v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(50)))),
  requestType: v.optional(v.picklist(['unlock', 'intro']), 'unlock'),
  amount: v.optional(v.unknown()),
})
export type RequestInvestor = v.InferOutput<typeof RequestInvestor>

/** `POST /api/create-vc-unlock-payment`. `amount` is accepted and ignored: the server quotes the price. */
export const StartUnlock = v.object({
  vcId: VcId,
  vcType: v.optional(VcType),
  email: ReceiptEmail,
  amount: v.optional(v.unknown()),
  bookingType: v.optional(v.literal('contact')),
})
export type StartUnlock = v.InferOutput<typeof StartUnlock>

/** `clientSecret` is only kept in memory; the Pay button shows `amount`. */
export const PaymentSetup = v.object({
  clientSecret: v.string(),
  amount: Cents,
  /** The tax in the amount. Absent where the installation calculates none. */
  tax: v.optional(IncludedTax),
  /** ISO instant until which the item is reserved for the buyer, if there is only one of it. */
  heldUntil: v.optional(v.string()),
})
export type PaymentSetup = v.InferOutput<typeof PaymentSetup>

export const PaymentIntentId = v.pipe(v.string(), v.regex(/^pi_[A-Za-z0-9]{1,250}$/, 'This is not a payment.'))

/** `POST /api/confirm-vc-unlock` and `…-payment`: requests that the server reads the payment again. */
export const ConfirmUnlock = v.object({
  paymentIntentId: PaymentIntentId,
  vcId: VcId,
  vcType: v.optional(VcType),
  email: ReceiptEmail,
})
export type ConfirmUnlock = v.InferOutput<typeof ConfirmUnlock>

export const UnlockConfirmed = v.object({ success: v.literal(true), contact: Contact })
export type UnlockConfirmed = v.InferOutput<typeof UnlockConfirmed>

/** `POST /api/confirm-payment`, for the signed-in owner's confirmation page. */
export const ConfirmPayment = v.object({ paymentIntentId: PaymentIntentId })

export const PaymentConfirmed = v.object({
  vc: v.object({
    id: VcId,
    fundName: v.nullable(v.string()),
    contactType: v.picklist(['telegram', 'meeting']),
    contactHandle: v.nullable(v.string()),
  }),
  introTemplate: v.string(),
  /** The purchase is a call whose contact is released later; the call has the date. */
  isContactDue: v.optional(v.boolean()),
})
export type PaymentConfirmed = v.InferOutput<typeof PaymentConfirmed>
