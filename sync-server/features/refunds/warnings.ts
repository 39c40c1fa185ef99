import type { Database } from '#server/database/client.ts'
import type { FraudWarning } from '#server/payments/payments-port.ts'
import type { OrderId } from '#shared/ids.ts'
import { saveWarning } from './queries.ts'

/** Keeps what a card's network suspects of a payment, once each. It flags the order to the team and changes nothing. */
export async function recordWarnings(db: Database, orderId: OrderId, warnings: FraudWarning[]) {
  for (const warning of warnings) await saveWarning(db, { ...warning, orderId })
}
