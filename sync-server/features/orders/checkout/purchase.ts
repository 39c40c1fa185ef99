import type { NewOrder, OrderKey } from '#server/features/orders/queries.ts'
import type { Cents } from '#shared/money.ts'

/** The target of a purchase, at the current price in cents. */
export type Purchase = OrderKey & Pick<NewOrder, 'targetType' | 'snapshot'> & { amount: Cents }
