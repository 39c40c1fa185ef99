import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { ledgerEntries, orders, payments, principals, users } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { OpenPage } from '#server/payments/order-port.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'
import type { OrderAlert } from '#shared/orders/alert.ts'
import type { OrderKind, OrderStatus } from '#shared/orders/contract.ts'

export type Order = typeof orders.$inferSelect
export type NewOrder = typeof orders.$inferInsert

/** Statuses from which an order can still become paid by its intent. The unique index `orders_one_open` uses the same list. */
export const OPEN_STATUSES: OrderStatus[] = ['pending', 'processing', 'failed']

const isOpen = inArray(orders.status, OPEN_STATUSES)

/** `false` when the same principal already has an open order for the same target. */
export async function insertOrder(db: Queryable, order: NewOrder): Promise<boolean> {
  const inserted = await db.insert(orders).values(order).onConflictDoNothing().returning({ id: orders.id })
  return inserted.length > 0
}

export type OrderKey = { principalId: PrincipalId; kind: OrderKind; targetId: string; slotId: string | null }

export async function findOpenOrder(db: Queryable, { principalId, kind, targetId, slotId }: OrderKey) {
  const sameSlot = slotId === null ? isNull(orders.slotId) : eq(orders.slotId, slotId)
  const same = and(eq(orders.principalId, principalId), eq(orders.kind, kind), eq(orders.targetId, targetId), sameSlot)
  const [order] = await db.select().from(orders).where(and(same, isOpen))
  return order
}

/** An order, and a stamp that any later write to its row changes. */
export async function findWithVersion(db: Queryable, id: OrderId) {
  const [row] = await db
    .select({ ...getTableColumns(orders), stamp: sql<string>`xmin::text` })
    .from(orders)
    .where(eq(orders.id, id))
  if (!row) return undefined
  const { stamp, ...order } = row
  return { order, stamp }
}

/** The row, locked until the transaction ends; `undefined` when it was written since the stamp was read. */
export async function lockIfUnchanged(tx: Transaction, id: OrderId, stamp: string): Promise<Order | undefined> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), sql`xmin::text = ${stamp}`))
    .for('update')
  return order
}

export async function findOrder(db: Queryable, id: OrderId) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return order
}

/** By the id of its intent or of its checkout. */
export async function findOrderOfPayment(db: Queryable, paymentId: string) {
  const [order] = await db
    .select()
    .from(orders)
    .where(or(eq(orders.piId, paymentId), eq(orders.sessionId, paymentId)))
  return order
}

/** Open orders of the given kinds for one target, of any buyer. */
export const listOpenFor = (db: Queryable, kinds: OrderKind[], targetId: string) =>
  db
    .select()
    .from(orders)
    .where(and(inArray(orders.kind, kinds), eq(orders.targetId, targetId), isOpen))

/** The attempts to pay for one slot. */
export const listOrdersOfSlot = (db: Queryable, slotId: string) => db.select().from(orders).where(eq(orders.slotId, slotId))

export const hasPaid = async (db: Queryable, targetId: string, kinds: OrderKind[]): Promise<boolean> =>
  (await db.$count(orders, and(inArray(orders.kind, kinds), eq(orders.targetId, targetId), eq(orders.status, 'paid')))) > 0

/** Whether a target is paid for by an order other than this one. */
export async function hasOtherPaid(db: Queryable, { id, targetId }: Order, kinds: OrderKind[]): Promise<boolean> {
  const another = and(inArray(orders.kind, kinds), eq(orders.targetId, targetId), eq(orders.status, 'paid'), ne(orders.id, id))
  return (await db.$count(orders, another)) > 0
}

export async function updateOrder(db: Queryable, id: OrderId, change: Partial<NewOrder>, where?: SQL) {
  const changed = await db
    .update(orders)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(orders.id, id), where))
    .returning()
  return changed[0]
}

/**
 * Writes the fields that differ from the row that the caller has locked, and nothing when none does: a write without a change
 * would invalidate every other read of the order.
 *
 * @param hasChangedElsewhere  data outside of the row has changed too, so older replies of the provider must not be applied
 */
export async function changeOrder(tx: Transaction, locked: Order, change: Partial<NewOrder>, hasChangedElsewhere = false) {
  const isSame = Object.entries(change).every(([field, value]) => isEqual(locked[field as keyof Order], value))
  return isSame && !hasChangedElsewhere ? locked : updateOrder(tx, locked.id, change)
}

const isEqual = (one: unknown, other: unknown) =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other

/** Marks an order for manual review, once. An order already marked keeps its reason. */
export const setAlert = (db: Queryable, id: OrderId, alertCode: OrderAlert) =>
  updateOrder(db, id, { alertCode, alertDetail: null }, isNull(orders.alertCode))

/** Records since when the buyer of a paid order is owed a refund. The first time is kept. */
export const noteOwed = (db: Queryable, id: OrderId, now: Date) =>
  updateOrder(db, id, { owedBackSince: now }, and(isNull(orders.owedBackSince), isNotNull(orders.paidAt)))

/** Stores the intent of an attempt, unless another one was stored first. */
export const saveIntent = (db: Queryable, id: OrderId, attempt: number, piId: string) =>
  updateOrder(db, id, { piId }, and(eq(orders.attempt, attempt), isNull(orders.piId)))

/** The same for the page of a hosted payment. */
export const saveCheckout = (db: Queryable, id: OrderId, attempt: number, sessionId: string) =>
  updateOrder(db, id, { sessionId }, and(eq(orders.attempt, attempt), isNull(orders.sessionId)))

/**
 * Starts a new attempt at another price, without a payment; `undefined` when the attempt is no longer the current one, or has
 * another payment than the caller saw: a parallel request may have returned that payment.
 */
export const startAttempt = (db: Queryable, order: Order, change: Pick<Order, 'amount' | 'snapshot'>) =>
  updateOrder(
    db,
    order.id,
    { ...change, piId: null, sessionId: null, attempt: order.attempt + 1, status: 'pending' },
    and(
      eq(orders.attempt, order.attempt),
      sql`${orders.piId} is not distinct from ${order.piId}`,
      sql`${orders.sessionId} is not distinct from ${order.sessionId}`,
      isOpen,
      isNamedAs(change.snapshot),
    ),
  )

/** An order that was read with its buyer's address, and lost it since because the account was deleted, must not get it back. */
const isNamedAs = (snapshot: Order['snapshot']) =>
  snapshot.receiptKey === undefined ? sql`not ${orders.snapshot} ? 'receiptKey'` : undefined

/** Until it is paid an order takes fewer days for a reply, never more. */
export const lowerReplyDays = (db: Queryable, id: OrderId, replyDays: number) =>
  db
    .update(orders)
    .set({ snapshot: sql`${orders.snapshot} || jsonb_build_object('replyDays', ${replyDays}::int)`, updatedAt: sql`now()` })
    .where(and(eq(orders.id, id), isNull(orders.paidAt)))

/** The only agreed field that a buyer may still correct. */
export const setReceiptEmail = (db: Queryable, id: OrderId, receiptEmail: string) =>
  db
    .update(orders)
    .set({
      snapshot: sql`${orders.snapshot} || jsonb_build_object('receiptEmail', ${receiptEmail}::text)`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(orders.id, id), sql`not ${orders.snapshot} ? 'receiptKey'`))

/**
 * Orders that can still be paid, and those whose refund is still outstanding: its job may have been lost. An order whose refund
 * requires manual review is excluded.
 */
export const listOpenOrders = (db: Queryable, { madeBefore, after, limit }: OpenPage) =>
  db
    .select({ id: orders.id, createdAt: orders.createdAt, at: sql<string>`${orders.createdAt}::text` })
    .from(orders)
    .where(
      and(
        or(isOpen, and(isStillHere, sql`${orders.alertCode} is distinct from 'return-failed'`)),
        lt(orders.createdAt, madeBefore),
        after && sql`(${orders.createdAt}, ${orders.id}) > (${after.at}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit)

const isStillHere = or(
  and(eq(orders.status, 'cancelled'), isNotNull(orders.paidAt)),
  and(eq(orders.status, 'paid'), isNotNull(orders.owedBackSince)),
)

/** A principal's orders that were paid or are processing, newest first. */
export const listSettledOrders = preparedQuery((db, principalId: PrincipalKey) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.principalId, principalId), or(isNotNull(orders.paidAt), eq(orders.status, 'processing'))))
    .orderBy(desc(orders.createdAt)),
)

/** The account behind a principal, if there is one. */
export async function findBuyer(db: Queryable, principalId: PrincipalId) {
  const [buyer] = await db
    .select({ userId: users.id, email: users.email, firstName: users.firstName })
    .from(principals)
    .innerJoin(users, eq(users.id, principals.userId))
    .where(eq(principals.id, principalId))
  return buyer
}

/** Whether a buyer's account was deleted. The principal stays, because it owns the purchases. */
export const hasLeft = async (db: Queryable, principalId: PrincipalId): Promise<boolean> =>
  (await db.$count(principals, and(eq(principals.id, principalId), eq(principals.kind, 'account'), isNull(principals.userId)))) >
  0

/** The address of a buyer's account, if it is verified. */
export async function findProvedAddress(db: Queryable, principalId: PrincipalId): Promise<string | undefined> {
  const [buyer] = await db
    .select({ email: users.email })
    .from(principals)
    .innerJoin(users, eq(users.id, principals.userId))
    .where(and(eq(principals.id, principalId), isNotNull(users.emailVerifiedAt)))
  return buyer?.email
}

export async function insertPayment(tx: Transaction, payment: typeof payments.$inferInsert) {
  await tx.insert(payments).values(payment).onConflictDoNothing()
}

/** @returns whether a payment exists: an order that was never granted has none */
export async function setPaymentStatus(tx: Transaction, orderId: OrderId, status: string): Promise<boolean> {
  const isOther = and(eq(payments.orderId, orderId), ne(payments.status, status))
  const rows = await tx.update(payments).set({ status }).where(isOther).returning({ id: payments.id })
  return rows.length > 0 || (await tx.$count(payments, eq(payments.orderId, orderId))) > 0
}

export async function insertLegs(tx: Transaction, legs: (typeof ledgerEntries.$inferInsert)[]) {
  if (legs.length > 0) await tx.insert(ledgerEntries).values(legs).onConflictDoNothing()
}

export const listLegs = (db: Queryable, orderId: OrderId) =>
  db.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, orderId)).orderBy(asc(ledgerEntries.id))

/** Open orders for targets that the other principal is buying as well. */
export const listClashing = (tx: Transaction, from: PrincipalId, to: PrincipalId) =>
  tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.principalId, from),
        isOpen,
        sql`exists (select 1 from orders theirs where theirs.principal_id = ${to}
          and theirs.status in ('pending', 'processing', 'failed') and theirs.kind = orders.kind
          and theirs.target_id = orders.target_id and coalesce(theirs.slot_id, '') = coalesce(orders.slot_id, ''))`,
      ),
    )

/** @returns the transferred orders in their current state: the update waits for an order that is being settled */
export async function moveOrders(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  const { id, status } = orders
  const moved = await tx.update(orders).set({ principalId: to }).where(eq(orders.principalId, from)).returning({ id, status })
  await tx.update(payments).set({ principalId: to }).where(eq(payments.principalId, from))
  return moved
}
