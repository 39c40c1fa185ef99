import type { Database } from '#server/database/client.ts'
import type { FraudWarning } from '#server/payments/payments-port.ts'
import type { OrderId } from '#shared/ids.ts'
import { saveWarning } from './queries.ts'

/** Stores fraud warnings of the card network for a payment, once each. They flag the order for admins and change nothing. */
export async function recordWarnings(db: Database, orderId: OrderId, warnings: FraudWarning[]) {
  for (const warning of warnings) await saveWarning(db, { ...warning, orderId })
}
