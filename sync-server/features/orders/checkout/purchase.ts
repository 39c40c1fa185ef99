import type { NewOrder, OrderKey } from '#server/features/orders/queries.ts'
import type { IncludedTax } from '#shared/documents/tax.ts'
import type { Cents } from '#shared/money.ts'

/** The target of a purchase, at the current price in cents; with the tax from `addTax` on. */
export type Purchase = OrderKey & Pick<NewOrder, 'targetType' | 'snapshot'> & { amount: Cents }

type Agreed = Purchase['snapshot']

/** Whether an order has the tax of the current price and place. */
export const isTaxedAs = (agreed: Agreed, requested: Agreed) => agreed.tax?.basis === requested.tax?.basis

/** The tax as the buyer sees it. */
export const shownTax = ({ amount, percent, country, isReverseCharge }: IncludedTax): IncludedTax => ({
  ...{ amount, percent, country, isReverseCharge },
})
