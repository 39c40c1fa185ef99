import { sandboxObjects } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { held } from '#tests/support/actors/listings.ts'
import { rewriteIntent } from '#tests/support/actors/money.ts'
import { admin, type bought } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { chargeOf } from '#tests/support/state/provider.ts'

/** The order as the buyer’s devices receive it. */
export const orderOnDevice = async ({ buyer, orderId }: Awaited<ReturnType<typeof bought>>) =>
  (await held(buyer)).orders?.find(({ id }) => id === orderId)

/** A started app with an admin. */
export async function setUp(env: Record<string, string> = {}) {
  const app = await startTestApp({ env: { LOG_LEVEL: 'silent', ...env } })
  const { db } = app.database
  const boss = await admin(app)
  return { app, db, boss }
}

/** A dispute at the provider that no event has reported: a refund is refused. */
export async function disputeUnknownToServer(db: Database, { orderId, piId }: { orderId: string; piId: string }) {
  const charge = await chargeOf(db, piId)
  const dispute = {
    id: `dp_${orderId}`,
    object: 'dispute',
    created: 1,
    charge,
    payment_intent: piId,
    status: 'needs_response',
    amount: 9900,
    reason: 'general',
    is_charge_refundable: false,
    evidence_details: { due_by: null },
  }
  await db.insert(sandboxObjects).values({ id: dispute.id, type: 'dispute', body: dispute })
  await rewriteIntent(db, charge, { disputed: true })
  return dispute
}
