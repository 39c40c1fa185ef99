import * as v from 'valibot'

/**
 * Why an order needs a person. `payment-unknown`: the provider knows no such payment. `payment-mismatch`: it is not what was
 * agreed. `unresolved`: nobody knows for a day whether it is paid. `return-failed`: money that must go back does not.
 * `paid-back-twice`: refunds and disputes, open ones too, come to more than was paid.
 */
export const OrderAlert = v.picklist(['payment-unknown', 'payment-mismatch', 'unresolved', 'return-failed', 'paid-back-twice'])
export type OrderAlert = v.InferOutput<typeof OrderAlert>
