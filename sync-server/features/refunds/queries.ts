import { and, eq, gt, inArray, isNull, ne, type SQLWrapper, sql } from 'drizzle-orm'
import {
  buyerMarks,
  disputes,
  firstViews,
  fraudWarnings,
  givenRefunds,
  ledgerEntries,
  orders,
  refundRequests,
} from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { raiseAlert } from '#server/observe/alerts/raise-alert.ts'
import type { OrderId, PrincipalId, UserId } from '#shared/ids.ts'

export type RequestRow = typeof refundRequests.$inferSelect
type DisputeRow = Required<typeof disputes.$inferInsert>
export type OrderRow = typeof orders.$inferSelect

/** The mail about one approval: withdrawn while it waits, when the refund itself or another decision is mailed. */
export const approvalMailId = ({ id, attempt }: Pick<RequestRow, 'id' | 'attempt'>) => `mail_${id}:${attempt}`

/** Locks the order: every other decision about its payment waits until this transaction ends. */
export async function lockOrder(tx: Transaction, id: OrderId): Promise<OrderRow | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return order
}

export async function findRequest(db: Queryable, id: string): Promise<RequestRow | undefined> {
  const [request] = await db.select().from(refundRequests).where(eq(refundRequests.id, id))
  return request
}

/** Read while its order is locked, which serialises decisions. */
export async function findRequestOf(tx: Queryable, orderId: OrderId): Promise<RequestRow | undefined> {
  const [request] = await tx.select().from(refundRequests).where(eq(refundRequests.orderId, orderId))
  return request
}

export const listRequestsOf = (db: Queryable, orderIds: OrderId[]): Promise<RequestRow[]> =>
  db.select().from(refundRequests).where(inArray(refundRequests.orderId, orderIds))

export async function insertRequest(tx: Transaction, request: typeof refundRequests.$inferInsert): Promise<RequestRow> {
  const [inserted] = await tx.insert(refundRequests).values(request).returning()
  if (!inserted) throw new Error(`Refund request ${request.id} was not written`)
  return inserted
}

export async function updateRequest(tx: Transaction, id: string, change: Partial<RequestRow>): Promise<RequestRow> {
  const [updated] = await tx.update(refundRequests).set(change).where(eq(refundRequests.id, id)).returning()
  if (!updated) throw new Error(`Refund request ${id} not found`)
  return updated
}

/** Serialises decisions about one buyer's refunds: by the principal, and by each mark of the buyer, always in one order. */
export async function lockBuyer(tx: Transaction, orderId: OrderId, principalId: PrincipalId) {
  const marks = await tx.select({ mark: buyerMarks.mark }).from(buyerMarks).where(eq(buyerMarks.orderId, orderId))
  for (const name of [principalId, ...marks.map(({ mark }) => mark)].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refunds:${name}`}, 0))`)
  }
}

/**
 * Orders `g` that were refunded at the buyer's request, for the buyer of an order: by the same principal, proved mailbox or card.
 * The principal is the one refunded at that time. An order transferred by a code, or with a verified address, adds nothing to the
 * count.
 */
export const givenToBuyerOf = (orderId: SQLWrapper | string, principalId: SQLWrapper | string) => sql`
  from given_refunds g where g.order_id <> ${orderId} and (
    coalesce(g.principal_id, (select theirs.principal_id from orders theirs where theirs.id = g.order_id)) = ${principalId}
    or exists (select from buyer_marks a join buyer_marks b on b.mark = a.mark
      where a.order_id = g.order_id and b.order_id = ${orderId}))`

/** Refunds that a buyer requested and was given since an instant, except those of one order. */
export async function countGiven(db: Queryable, { orderId, principalId, since }: Given): Promise<number> {
  const [counted] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count ${givenToBuyerOf(orderId, principalId)} and g.given_at > ${since.toISOString()}::timestamptz`,
  )
  return counted?.count ?? 0
}
type Given = { orderId: OrderId; principalId: PrincipalId; since: Date }

export async function insertGiven(tx: Transaction, given: { orderId: OrderId; principalId: PrincipalId; givenAt: Date }) {
  await tx.insert(givenRefunds).values(given).onConflictDoNothing()
}

/**
 * The principal that was given the refund of an order, or else has requested it; undefined where there is none, or when the
 * previous release wrote it without a principal.
 */
export async function findRefunded(tx: Transaction, orderId: OrderId): Promise<PrincipalId | undefined> {
  const [given] = await tx.select({ to: givenRefunds.principalId }).from(givenRefunds).where(eq(givenRefunds.orderId, orderId))
  return given?.to ?? (await findRequestOf(tx, orderId))?.principalId ?? undefined
}

export async function deleteGiven(tx: Transaction, orderId: OrderId) {
  await tx.delete(givenRefunds).where(eq(givenRefunds.orderId, orderId))
}

export async function insertMarks(tx: Transaction, orderId: OrderId, marks: string[]) {
  if (marks.length > 0) {
    await tx
      .insert(buyerMarks)
      .values(marks.map((mark) => ({ orderId, mark })))
      .onConflictDoNothing()
  }
}

/** Deletes refunds that no longer count, and the marks of orders from before an instant that belong to no counted refund. */
export async function forgetBuyersBefore(db: Queryable, instant: Date) {
  const limit = sql`${instant.toISOString()}::timestamptz`
  await db.execute(sql`delete from given_refunds where given_at < ${limit}`)
  await db.execute(sql`delete from buyer_marks m where not exists (select from given_refunds g where g.order_id = m.order_id)
    and not exists (select from orders o where o.id = m.order_id and o.created_at >= ${limit})`)
}

/** Marked orders from before an instant, in batches, each with the address that its buyer typed or has. */
export function listTypedAddresses(db: Queryable, { after, until }: { after: string; until: Date }) {
  return db.execute<{ orderId: OrderId; email: string }>(sql`
    select o.id as "orderId", coalesce(o.snapshot ->> 'receiptEmail', u.email) as email
    from orders o left join principals p on p.id = o.principal_id left join users u on u.id = p.user_id
    where o.id > ${after} and o.created_at < ${until.toISOString()}::timestamptz
      and coalesce(o.snapshot ->> 'receiptEmail', u.email) is not null
      and exists (select from buyer_marks m where m.order_id = o.id)
    order by o.id limit 500`)
}

export async function deleteMarks(db: Queryable, orderId: OrderId, mark: string) {
  await db.delete(buyerMarks).where(and(eq(buyerMarks.orderId, orderId), eq(buyerMarks.mark, mark)))
}

/** Serialises the decisions of one admin, so that concurrent ones cannot each fit into the limit. */
export async function lockRefunder(tx: Transaction, adminId: UserId) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refunder:${adminId}`}, 0))`)
}

/** In cents: what an admin has refunded since an instant for other orders, with or without a request. */
export async function sumSentBy(tx: Transaction, { adminId, except, since }: Sent): Promise<number> {
  const { orderId, decidedBy, decidedAt, status } = refundRequests
  const [sum] = await tx
    .select({ cents: sql<number>`coalesce(sum(${orders.amount}), 0)::float8` })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(
      and(eq(decidedBy, adminId), ne(orderId, except), gt(decidedAt, since), inArray(status, ['approved', 'refunded', 'failed'])),
    )
  return sum?.cents ?? 0
}
type Sent = { adminId: UserId; except: OrderId; since: Date }

export const hasWarning = async (tx: Transaction, orderId: OrderId): Promise<boolean> =>
  (await tx.$count(fraudWarnings, eq(fraudWarnings.orderId, orderId))) > 0

/** The refunded amount of an order according to the ledger; failed refunds have been reversed, and fees do not count. */
export async function sumReturned(tx: Transaction, orderId: OrderId): Promise<number> {
  const isReturn = eq(ledgerEntries.transactionKind, 'refund')
  const [sum] = await tx
    .select({ cents: sql<number>`coalesce(-sum(${ledgerEntries.amount}), 0)::float8` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.accountKind, 'cash'), isReturn))
  return sum?.cents ?? 0
}

/** @returns whether anything has changed */
export async function saveDispute(tx: Transaction, dispute: DisputeRow): Promise<boolean> {
  const { status, reason, amount, taken, dueAt } = dispute
  const differs = sql`(${disputes.status}, ${disputes.reason}, ${disputes.amount}, ${disputes.taken}, ${disputes.dueAt})
    is distinct from (${status}::text, ${reason}::text, ${amount}::bigint, ${taken}::bigint, ${dueAt?.toISOString() ?? null}::timestamptz)`
  const saved = await tx
    .insert(disputes)
    .values(dispute)
    .onConflictDoUpdate({ target: disputes.id, set: { status, reason, amount, taken, dueAt }, setWhere: differs })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  if (saved[0]?.isNew) await raiseAlert(tx, 'dispute')
  return saved.length > 0
}

export async function saveWarning(db: Queryable, warning: typeof fraudWarnings.$inferInsert) {
  await db.insert(fraudWarnings).values(warning).onConflictDoNothing()
}

/** @returns the order of the warning; `undefined` when it is unknown, or was dismissed before */
export async function dismissWarning(tx: Transaction, id: string, dismissedAt: Date): Promise<OrderId | undefined> {
  const [dismissed] = await tx
    .update(fraudWarnings)
    .set({ dismissedAt })
    .where(and(eq(fraudWarnings.id, id), isNull(fraudWarnings.dismissedAt)))
    .returning({ orderId: fraudWarnings.orderId })
  return dismissed?.orderId
}

/** Only the first view is stored. An id of a grant without an order is left out. */
export async function insertViews(db: Queryable, orderIds: OrderId[], viewedAt: Date) {
  const seen = orderIds.filter((id) => !isGrantId(id)).map((orderId) => ({ orderId, viewedAt }))
  if (seen.length > 0) await db.insert(firstViews).values(seen).onConflictDoNothing()
}

/** Of `newId('unl')`: see `presentContact`. */
const isGrantId = (id: string) => id.startsWith('unl_')
