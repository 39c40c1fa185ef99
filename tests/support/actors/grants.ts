import { orders, vcUnlocks } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'

/** A contact that was paid for some time ago: the order and its grant, without the payment. */
export async function grantContact(db: Database, principalId: PrincipalId, vcId: VcId): Promise<OrderId> {
  const orderId = newId<OrderId>('ord')
  const piId = `pi_${orderId.replaceAll('_', '')}`
  const target = { vcId, vcType: 'airtable' as const, amount: cents(500) }
  await db.transaction(async (tx) => {
    await tx.insert(orders).values({
      id: orderId,
      principalId,
      kind: 'vc_unlock',
      targetType: 'airtable',
      targetId: vcId,
      amount: target.amount,
      status: 'paid',
      piId,
      snapshot: { title: vcId, vcType: 'airtable' },
    })
    const grant = { id: newId<string>('unl'), principalId, orderId, paymentType: 'vc_unlock', stripePaymentIntentId: piId }
    await tx.insert(vcUnlocks).values({ ...grant, ...target })
  })
  return orderId
}
