import { and, desc, eq, gt, lt, or, sql } from 'drizzle-orm'
import { cardFailures, intentOrigins } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'

export async function saveOrigin(db: Queryable, origin: typeof intentOrigins.$inferInsert) {
  const { addressKey, wideKey, seenAt } = origin
  await db
    .insert(intentOrigins)
    .values(origin)
    .onConflictDoUpdate({ target: intentOrigins.principalId, set: { addressKey, wideKey, seenAt } })
}

/** The address from which a principal last opened a payment. */
export async function findOrigin(db: Queryable, principalId: PrincipalId) {
  const [origin] = await db.select().from(intentOrigins).where(eq(intentOrigins.principalId, principalId))
  return { addressKey: origin?.addressKey ?? null, wideKey: origin?.wideKey ?? null }
}

/** Once per provider event. @returns whether this event is new */
export async function insertFailure(db: Queryable, failure: typeof cardFailures.$inferInsert): Promise<boolean> {
  const inserted = await db.insert(cardFailures).values(failure).onConflictDoNothing().returning({ id: cardFailures.eventId })
  return inserted.length > 0
}

/** The time of the nth latest failure; `undefined` when there were fewer since then. */
export async function findNthFailure(
  db: Queryable,
  by: { principalId: PrincipalId } | { addressKey: string } | { wideKey: string },
  nth: number,
  since: Date,
): Promise<Date | undefined> {
  const isTheirs =
    'principalId' in by
      ? eq(cardFailures.principalId, by.principalId)
      : 'addressKey' in by
        ? eq(cardFailures.addressKey, by.addressKey)
        : eq(cardFailures.wideKey, by.wideKey)
  const [row] = await db
    .select({ failedAt: cardFailures.failedAt })
    .from(cardFailures)
    .where(and(isTheirs, gt(cardFailures.failedAt, since)))
    .orderBy(desc(cardFailures.failedAt))
    .offset(nth - 1)
    .limit(1)
  return row?.failedAt
}

/** The number of declined cards for an order, and the number of declines of one card for any order since an instant. */
export async function countFailures(db: Queryable, { orderId, cardKey, since }: Counted) {
  const isCard = cardKey === null ? undefined : and(eq(cardFailures.cardKey, cardKey), gt(cardFailures.failedAt, since))
  const [counted] = await db
    .select({
      ofOrder: sql<number>`count(*) filter (where ${eq(cardFailures.orderId, orderId)})::int`,
      ofCard: sql<number>`count(*) filter (where ${isCard ?? sql`false`})::int`,
    })
    .from(cardFailures)
    .where(or(eq(cardFailures.orderId, orderId), isCard))
  return counted ?? { ofOrder: 0, ofCard: 0 }
}
type Counted = { orderId: OrderId; cardKey: string | null; since: Date }

export async function forgetFailures(db: Queryable, before: Date) {
  await db.delete(cardFailures).where(lt(cardFailures.failedAt, before))
  await db.delete(intentOrigins).where(lt(intentOrigins.seenAt, before))
}

/** Signing in does not reset the count. */
export async function moveCardFailures(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  await tx.update(cardFailures).set({ principalId: to }).where(eq(cardFailures.principalId, from))
  const [origin] = await tx.delete(intentOrigins).where(eq(intentOrigins.principalId, from)).returning()
  if (origin)
    await tx
      .insert(intentOrigins)
      .values({ ...origin, principalId: to })
      .onConflictDoNothing()
}
