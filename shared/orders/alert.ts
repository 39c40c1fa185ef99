import * as v from 'valibot'

/**
 * Why an order requires manual review. `payment-unknown`: the provider knows no such payment. `payment-mismatch`: it differs from
 * the agreed terms. `unresolved`: its payment state has been unknown for a day. `return-failed`: a required refund fails.
 * `paid-back-twice`: refunds and disputes, including open ones, exceed the paid amount.
 */
export const OrderAlert = v.picklist(['payment-unknown', 'payment-mismatch', 'unresolved', 'return-failed', 'paid-back-twice'])
export type OrderAlert = v.InferOutput<typeof OrderAlert>
