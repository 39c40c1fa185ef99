import { and, desc, eq, gt, inArray, isNotNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { meetingBookings } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { BookingId, PrincipalId, VcId } from '#shared/ids.ts'

export type Hold = typeof meetingBookings.$inferSelect
type Change = Partial<typeof meetingBookings.$inferInsert>

/** What the constraint of the table keeps apart. */
const TAKING = ['held', 'confirmed', 'disputed'] as const

/**
 * Calls of the person who is sold as an investor: also with the record whose place the investor took. A revoked claim changes the key of the
 * investor and not that of calls that were sold before, so these are found by the investor's id.
 */
const isWith = (vcId: VcId) => sql`(${meetingBookings.vcKey} = vc_key(${vcId}) or ${meetingBookings.vcId} = ${vcId})`

/** When an investor is not free any more. A hold that has run out takes nothing, and one's own takes nothing from oneself. */
export const listTaken = (db: Queryable, vcId: VcId, now: Date, except: PrincipalId | undefined) =>
  db
    .select({ startsAt: meetingBookings.meetingDateTime, endsAt: meetingBookings.endsAt })
    .from(meetingBookings)
    .where(
      and(
        isWith(vcId),
        gt(meetingBookings.endsAt, now),
        inArray(meetingBookings.status, [...TAKING]),
        or(
          ne(meetingBookings.status, 'held'),
          and(gt(meetingBookings.heldUntil, now), except === undefined ? undefined : ne(meetingBookings.principalId, except)),
        ),
      ),
    )

const isLive = (now: Date) => and(eq(meetingBookings.status, 'held'), gt(meetingBookings.heldUntil, now))
const hasLapsed = (now: Date) => and(eq(meetingBookings.status, 'held'), lte(meetingBookings.heldUntil, now))

/** Holds that ran out, the oldest first; those alone that stand in the way of a span, when one is given. */
export const listLapsed = (db: Queryable, now: Date, inTheWay?: { vcId: VcId; start: Date; end: Date }): Promise<Hold[]> =>
  db
    .select()
    .from(meetingBookings)
    .where(
      and(
        hasLapsed(now),
        inTheWay &&
          and(
            isWith(inTheWay.vcId),
            lt(meetingBookings.meetingDateTime, inTheWay.end),
            gt(meetingBookings.endsAt, inTheWay.start),
          ),
      ),
    )
    .orderBy(meetingBookings.heldUntil)
    .limit(100)

/** Gives up a hold, unless it was paid for or taken up again meanwhile. */
export async function expire(db: Queryable, id: BookingId, now: Date) {
  await db
    .update(meetingBookings)
    .set({ status: 'expired', heldUntil: null, lapsedAt: now, updatedAt: now })
    .where(and(eq(meetingBookings.id, id), hasLapsed(now)))
}

/** From where a hold came is forgotten once it does not count any more. */
export async function forgetHolders(db: Queryable, before: Date) {
  await db
    .update(meetingBookings)
    .set({ holderKey: null, holderWideKey: null })
    .where(and(isNotNull(meetingBookings.holderKey), lt(meetingBookings.lapsedAt, before)))
}

/**
 * What a buyer has held of one investor without paying for it: holds that ran out, of theirs, of the address block and of
 * the /48 around it, and since when they go from one hour to the next.
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

/** The hold that somebody has, or had, on one hour of an investor. */
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

/** Lets go of the other hours of an investor that somebody holds: they have made up their mind. */
export async function releaseOtherHolds(tx: Transaction, principalId: PrincipalId, vcId: VcId, but: Date, now: Date) {
  // Whose payment is on its way keeps their hour until it has arrived.
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

/** Holds that run, of a principal, of an address that guests share, and of the /48 around it: of all investors, and of one. */
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

/** Two calls of one person, or of one address, are counted one after the other. */
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

/** Whether an hour is no call yet: it is held for its buyer, or was until lately. */
export const isHold = async (db: Queryable, id: BookingId): Promise<boolean> =>
  (await db.$count(meetingBookings, and(eq(meetingBookings.id, id), inArray(meetingBookings.status, ['held', 'expired'])))) > 0

export async function updateHold(tx: Transaction, id: BookingId, change: Change): Promise<Hold> {
  const [row] = await tx.update(meetingBookings).set(change).where(eq(meetingBookings.id, id)).returning()
  if (!row) throw new Error('The hold is gone')
  return row
}

const OVERLAP = '23P01'

/** Whether the table refused a call because it would overlap with another one (P16). */
export function isOverlap(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === OVERLAP || (cause !== undefined && isOverlap(cause))
}

/** Holds that ran out, of one account, for guests to add to them: the limits look at the latest few of an investor. */
export const MOST_HELD_LAPSED = 2000

/** Gives calls to another owner, and holds that run. Of holds that ran out the latest, as far as there is room for them; the others stay. */
export async function moveCalls(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  const { principalId, status, createdAt, id } = meetingBookings
  // An order that can still be paid, or was, finds its call here.
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
    .limit(Math.max(0, MOST_HELD_LAPSED - (await tx.$count(meetingBookings, hasRunOut(to)))))
  await tx.update(meetingBookings).set({ principalId: to }).where(inArray(id, latest))
}
