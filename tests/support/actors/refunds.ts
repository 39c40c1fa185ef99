import { eq } from 'drizzle-orm'
import { disputes, refundRequests } from '#drizzle/schema/index.ts'
import type { OrderId } from '#shared/ids.ts'
import type { AdminDisputes, AdminRefund } from '#shared/refunds/admin.ts'
import type { RefundEntry } from '#shared/refunds/contract.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { until } from '#tests/support/until.ts'
import { account } from './account.ts'
import { holdFollowUps, releaseFollowUps } from './follow-ups.ts'
import { CARDS, confirmUnlock, intentOf, listInvestor, orderOfIntent, payWithCard, startPayment } from './money.ts'

type Refusal = { code?: string; message?: string; current?: AdminRefund }

/** @property holds  what the bank does afterwards waits for `release` */
type Buying = { card?: string; buyer?: Client; email?: string; holds?: boolean }

/** A buyer who has paid for a contact and can read it. */
export async function bought(app: TestApp, { card = CARDS.good, buyer, email, holds = false }: Buying = {}) {
  const who = buyer ?? (await account(app))
  const vcId = await listInvestor(app.database.db)
  const { clientSecret } = (await startPayment(who, vcId, { ...(email !== undefined && { email }) })).body
  const piId = intentOf(clientSecret)
  const release = () => releaseFollowUps(app.database.db, piId)
  await holdFollowUps(app.database.db, piId)
  await payWithCard(app, clientSecret, card)
  await confirmUnlock(who, clientSecret, vcId)
  if (!holds) await release()
  const { id: orderId } = await orderOfIntent(app.database.db, piId)
  const order = () => orderOfIntent(app.database.db, piId)
  /** Waits until the order has this status. */
  const becomes = (status: string) => until(order, (seen) => seen.status === status)
  return { buyer: who, vcId, piId, orderId, order, becomes, release }
}

export const ask = (buyer: Client, orderId: string, reason = 'Nobody answers.') =>
  buyer.post<RefundEntry & Refusal>('/api/refunds', { orderId, reason })

export async function admin(app: TestApp) {
  const person = await account(app, { isAdmin: true })
  const at = (path: string, body?: unknown) => person.post<AdminRefund & Refusal>(`/api/admin/refunds${path}`, body)
  return {
    ...person,
    refunds: async () => (await person.get<AdminRefund[]>('/api/admin/refunds')).body,
    doubts: async () => (await person.get<AdminDisputes>('/api/admin/disputes')).body,
    approve: (id: string, body: object = {}) => at(`/${id}/approve`, body),
    reject: (id: string, reason: string, body: object = {}) => at(`/${id}/reject`, { reason, ...body }),
    refund: (orderId: string, body: object = {}) => at('', { orderId, ...body }),
  }
}

export async function requestOf(app: TestApp, orderId: OrderId) {
  const [request] = await app.database.db.select().from(refundRequests).where(eq(refundRequests.orderId, orderId))
  return request
}

export const disputesOf = (app: TestApp, orderId: OrderId) =>
  app.database.db.select().from(disputes).where(eq(disputes.orderId, orderId))
