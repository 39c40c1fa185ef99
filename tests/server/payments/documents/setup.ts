import type { BillingDetails } from '#shared/documents/billing.ts'
import type { OrderDocument } from '#shared/documents/contract.ts'
import type { OrderId } from '#shared/ids.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import {
  CARDS,
  confirmUnlock,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

export const GROVE: BillingDetails = {
  name: 'Grove GmbH',
  address: '1 Rain Street\nBerlin',
  postalCode: '10115',
  country: 'DE',
  vatId: 'DE123456789',
}

/** A purchase of one contact for $99.00. @returns the order and its payment */
export async function buyContact(app: TestApp, buyer: Client, { card = CARDS.good as string, email = '' } = {}) {
  const { db } = app.database
  const vcId = await listInvestor(db)
  const { body } = await startPayment(buyer, vcId, email ? { email } : {})
  await payWithCard(app, body.clientSecret, card)
  const confirmed = await confirmUnlock(buyer, body.clientSecret, vcId)
  const piId = intentOf(body.clientSecret)
  return { orderId: (await orderOfIntent(db, piId)).id, piId, vcId, status: confirmed.status }
}

/** The documents of a purchase as a device of the buyer gets them. */
export async function documentsOf(buyer: Client, orderId: OrderId): Promise<OrderDocument[]> {
  const { body } = await buyer.post<PrivateDelta>('/api/sync/me', { have: {} })
  const entries = (body.put?.orders ?? []) as unknown as OrderEntry[]
  return entries.find(({ id }) => id === orderId)?.documents ?? []
}

type Answer = { documents: OrderDocument[]; code?: string }
export const correct = (buyer: Client, orderId: OrderId, replaces: string, details: BillingDetails = GROVE) =>
  buyer.post<Answer>(`/api/orders/${orderId}/invoice-correction`, { replaces, details })
