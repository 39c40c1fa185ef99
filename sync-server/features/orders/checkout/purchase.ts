import type { NewOrder, OrderKey } from '#server/features/orders/queries.ts'
import type { Cents } from '#shared/money.ts'

/** What a buyer pays for, at the price of this moment, in cents. */
export type Purchase = OrderKey & Pick<NewOrder, 'targetType' | 'snapshot'> & { amount: Cents }
