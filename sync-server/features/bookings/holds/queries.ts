import { and, desc, eq, gt, inArray, isNotNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { meetingBookings } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { Span } from '#shared/bookings/offered-hours.ts'
import type { BookingId, PrincipalId, VcId } from '#shared/ids.ts'

export type Hold = typeof meetingBookings.$inferSelect
type Change = Partial<typeof meetingBookings.$inferInsert>

/** Statuses covered by the table's exclusion constraint. */
const TAKING = ['held', 'confirmed', 'disputed'] as const

/**
 * Calls of the person who is sold as an investor, including those with the imported record that the investor replaced. A revoked
 * claim changes the key of the investor but not that of calls sold before, so these are found by the investor's id.
 */
const isWith = (vcId: VcId) => sql`(${meetingBookings.vcKey} = vc_key(${vcId}) or ${meetingBookings.vcId} = ${vcId})`

/** Holds of `asking`, and the call `moving`, take no time. */
export type TakenBut = { asking?: PrincipalId | undefined; moving?: BookingId | undefined }

/** The calls of a local day begin within this time of each other, also on a day with a clock change. */
const DAY_MS = 26 * 60 * 60 * 1000
const apart = (at: Date, ms: number) => new Date(at.getTime() + ms)

const span = { start: meetingBookings.meetingDateTime, end: meetingBookings.endsAt }
const inMs = (rows: { start: Date; end: Date }[]): Span[] =>
  rows.map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() }))

/** Calls and running holds of an investor, from a day before now: earlier calls of the day count for its limit. */
export const listTaken = async (db: Queryable, vcId: VcId, now: Date, { asking, moving }: TakenBut): Promise<Span[]> =>
  inMs(
    await db
      .select(span)
      .from(meetingBookings)
      .where(
        and(
          isWith(vcId),
          gt(meetingBookings.endsAt, apart(now, -DAY_MS)),
          inArray(meetingBookings.status, [...TAKING]),
          moving && ne(meetingBookings.id, moving),
          or(
            ne(meetingBookings.status, 'held'),
            and(gt(meetingBookings.heldUntil, now), asking && ne(meetingBookings.principalId, asking)),
          ),
        ),
      ),
  )

/** What takes time of an investor around an instant, as the table's constraint counts: also a hold that was not released yet. */
export const listTakenNear = async (tx: Transaction, vcId: VcId, at: Date, but: BookingId | undefined): Promise<Span[]> =>
  inMs(
    await tx
      .select(span)
      .from(meetingBookings)
      .where(
        and(
          isWith(vcId),
          gt(meetingBookings.endsAt, apart(at, -DAY_MS)),
          lt(meetingBookings.meetingDateTime, apart(at, DAY_MS)),
          inArray(meetingBookings.status, [...TAKING]),
          but && ne(meetingBookings.id, but),
        ),
      ),
  )

/** Serialises what takes time of one person. No other lock is acquired after it, apart from that of the row that is written. */
export async function lockDays(tx: Transaction, vcId: VcId) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('days:' || vc_key(${vcId}), 0))`)
}

const isLive = (now: Date) => and(eq(meetingBookings.status, 'held'), gt(meetingBookings.heldUntil, now))
const hasLapsed = (now: Date) => and(eq(meetingBookings.status, 'held'), lte(meetingBookings.heldUntil, now))

/** Expired holds, oldest first; only those within a day of an instant at an investor, when it is passed. */
export const listLapsed = (db: Queryable, now: Date, near?: { vcId: VcId; at: Date }): Promise<Hold[]> =>
  db
    .select()
    .from(meetingBookings)
    .where(
      and(
        hasLapsed(now),
        near &&
          and(
            isWith(near.vcId),
            lt(meetingBookings.meetingDateTime, apart(near.at, DAY_MS)),
            gt(meetingBookings.endsAt, apart(near.at, -DAY_MS)),
          ),
      ),
    )
    .orderBy(meetingBookings.heldUntil)
    .limit(100)

/** Expires a hold, unless it was paid or taken again in between. */
export async function expire(db: Queryable, id: BookingId, now: Date) {
  await db
    .update(meetingBookings)
    .set({ status: 'expired', heldUntil: null, lapsedAt: now, updatedAt: now })
    .where(and(eq(meetingBookings.id, id), hasLapsed(now)))
}

/** Deletes the address hashes of holds once they no longer count. */
export async function forgetHolders(db: Queryable, before: Date) {
  await db
    .update(meetingBookings)
    .set({ holderKey: null, holderWideKey: null })
    .where(and(isNotNull(meetingBookings.holderKey), lt(meetingBookings.lapsedAt, before)))
}

/**
 * A buyer's unpaid holds of one investor: expired ones of the principal, of the address block and of the /48 around it, and the
 * start of the chain of slot changes.
 */
export async function findUnpaid(tx: Transaction, by: Holder, { now, lapsedSince, chainSince }: Unpaid) {
  const ranOut = or(gt(meetingBookings.lapsedAt, lapsedSince), hasLapsed(now))
  const isOwn = eq(meetingBookings.principalId, by.principalId)
  const [found] = await tx
    .select({
      own: sql<number>`count(*) filter (where ${ranOut} and ${isOwn})::int`,
      here: sql<number>`count(*) filter (where ${ranOut} and ${meetingBookings.holderKey} = ${by.holderKey})::int`,
      wide: sql<number>`count(*) filter (where ${ranOut} and ${meetingBookings.holderWideKey} = ${by.holderWideKey})::int`,
      chainFrom: sql<string | null>`min(${meetingBookings.createdAt}) filter (
        where ${isOwn} and ${meetingBookings.lapsedAt} is null and ${meetingBookings.createdAt} > ${chainSince.toISOString()}::timestamptz)`,
    })
    .from(meetingBookings)
    .where(and(eq(meetingBookings.vcId, by.vcId), inArray(meetingBookings.status, ['held', 'expired'])))
  const { own = 0, here = 0, wide = 0, chainFrom } = found ?? {}
  return { own, here, wide, chainFrom: chainFrom ? new Date(chainFrom) : undefined }
}
type Holder = { principalId: PrincipalId; holderKey: string | null; holderWideKey: string | null; vcId: VcId }
type Unpaid = { now: Date; lapsedSince: Date; chainSince: Date }

/** The current or expired hold of a principal on one slot of an investor. */
export async function findOwnHold(tx: Transaction, principalId: PrincipalId, vcId: VcId, start: Date) {
  const [hold] = await tx
    .select()
    .from(meetingBookings)
    .where(
      and(
        eq(meetingBookings.principalId, principalId),
        eq(meetingBookings.vcId, vcId),
        eq(meetingBookings.meetingDateTime, start),
        inArray(meetingBookings.status, ['held', 'expired']),
      ),
    )
    .orderBy(desc(meetingBookings.createdAt))
    .limit(1)
    .for('update')
  return hold
}

/** Whether a principal has a running hold on a slot of an investor. */
export async function isHeldBy(
  db: Queryable,
  principalId: PrincipalId,
  vcId: VcId,
  { start, end }: { start: string; end: string },
  now: Date,
): Promise<boolean> {
  const isOnSlot = and(eq(meetingBookings.meetingDateTime, new Date(start)), eq(meetingBookings.endsAt, new Date(end)))
  const isOwn = and(eq(meetingBookings.principalId, principalId), eq(meetingBookings.vcId, vcId))
  return (await db.$count(meetingBookings, and(isOwn, isOnSlot, isLive(now)))) > 0
}

/** Releases the principal's holds on other slots of an investor: the buyer has chosen. */
export async function releaseOtherHolds(tx: Transaction, principalId: PrincipalId, vcId: VcId, but: Date, now: Date) {
  // A hold with a payment in progress is kept until the payment arrives.
  const isBeingPaid = sql`exists (select from orders where slot_id = ${meetingBookings.id} and status in ('processing', 'paid'))`
  await tx
    .update(meetingBookings)
    .set({ status: 'expired', heldUntil: null, holderKey: null, holderWideKey: null, updatedAt: now })
    .where(
      and(
        eq(meetingBookings.principalId, principalId),
        eq(meetingBookings.vcId, vcId),
        ne(meetingBookings.meetingDateTime, but),
        eq(meetingBookings.status, 'held'),
        sql`not ${isBeingPaid}`,
      ),
    )
}

/** Running holds of a principal, of an address shared by guests, and of the /48 around it: of all investors, and of one. */
export async function countLive(tx: Transaction, by: Holder, now: Date) {
  const isWide = sql`${meetingBookings.holderWideKey} = ${by.holderWideKey}`
  const [counted] = await tx
    .select({
      own: sql<number>`count(*) filter (where ${meetingBookings.principalId} = ${by.principalId})::int`,
      here: sql<number>`count(*) filter (where ${meetingBookings.holderKey} = ${by.holderKey})::int`,
      wide: sql<number>`count(*) filter (where ${isWide})::int`,
      wideOfInvestor: sql<number>`count(*) filter (where ${isWide} and ${isWith(by.vcId)})::int`,
    })
    .from(meetingBookings)
    .where(isLive(now))
  return counted ?? { own: 0, here: 0, wide: 0, wideOfInvestor: 0 }
}

/** Serialises bookings of one person or one address, so that they are counted one after the other. */
export async function lockHolders(tx: Transaction, names: (string | null)[]) {
  for (const name of names) {
    if (name) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`hold:${name}`}, 0))`)
  }
}

export async function insertHold(tx: Transaction, hold: typeof meetingBookings.$inferInsert): Promise<Hold> {
  const [row] = await tx.insert(meetingBookings).values(hold).returning()
  if (!row) throw new Error('The hold was not written')
  return row
}

export async function lockHold(tx: Transaction, id: BookingId) {
  const [hold] = await tx.select().from(meetingBookings).where(eq(meetingBookings.id, id)).for('update')
  return hold
}

/** Whether a booking is not yet a call: it is a running or expired hold. */
export const isHold = async (db: Queryable, id: BookingId): Promise<boolean> =>
  (await db.$count(meetingBookings, and(eq(meetingBookings.id, id), inArray(meetingBookings.status, ['held', 'expired'])))) > 0

export async function updateHold(tx: Transaction, id: BookingId, change: Change): Promise<Hold> {
  const [row] = await tx.update(meetingBookings).set(change).where(eq(meetingBookings.id, id)).returning()
  if (!row) throw new Error('Hold not found')
  return row
}

const OVERLAP = '23P01'

/** Whether the table rejected a call because it would overlap with another one (P16). */
export function isOverlap(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === OVERLAP || (cause !== undefined && isOverlap(cause))
}

/** Maximum number of expired holds per account that guests may add to: the limits only consider the latest few per investor. */
export const MAX_OWNED_LAPSED = 2000

/**
 * Transfers calls and running holds to another owner. Of expired holds the latest are transferred, up to the limit; the others
 * stay.
 */
export async function moveCalls(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  const { principalId, status, createdAt, id } = meetingBookings
  // An order that was paid, or can still be paid, looks up its call here.
  const isBought = sql`exists (select from orders o where o.slot_id = ${id} and o.status <> 'cancelled')`
  const hasRunOut = (of: PrincipalId) => and(eq(principalId, of), eq(status, 'expired'))
  await tx
    .update(meetingBookings)
    .set({ principalId: to })
    .where(and(eq(principalId, from), or(ne(status, 'expired'), isBought)))
  const latest = tx
    .select({ id })
    .from(meetingBookings)
    .where(hasRunOut(from))
    .orderBy(desc(createdAt), desc(id))
    .limit(Math.max(0, MAX_OWNED_LAPSED - (await tx.$count(meetingBookings, hasRunOut(to)))))
  await tx.update(meetingBookings).set({ principalId: to }).where(inArray(id, latest))
}
