import { and, desc, eq, gt, gte, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import { meetingBookings, orders, principals, users, vcs, vcUnlocks } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import { isAdminRow } from '#server/features/accounts/admin/rights.ts'
import { holdsClaim, isResponsibleFor, recordOf, soldListings } from '#server/features/listings/sold-listings.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import { ADMIN_ROUTES } from '#shared/admin/rights.ts'
import type { BookingId, OrderId, PrincipalId, VcId } from '#shared/ids.ts'

export type CallRow = typeof meetingBookings.$inferSelect

/** A call with the state of its purchase. */
export type PaidCall = {
  call: CallRow
  orderStatus: (typeof orders.$inferSelect)['status'] | null
  paidAt: Date | null
  /** The founder owns the investor's contact through another purchase. */
  holdsContact: boolean
  /** The investor has an account, and can answer in the app. */
  hasInvestorAccount: boolean
  /** The investor's id now: after a merge the record that stays. */
  investorId: VcId
}

/** Enough for years of a busy investor. */
const MAX_ROWS = 500

const columns = {
  call: meetingBookings,
  orderStatus: orders.status,
  paidAt: orders.paidAt,
  holdsContact: sql<boolean>`exists (
    select from vc_unlocks held where held.revoked_at is null and held.principal_id = ${meetingBookings.principalId}
      and ${recordOf(sql`held.vc_id`)} = ${recordOf(meetingBookings.vcId)}
      and held.status = 'completed' and held.order_id is distinct from ${meetingBookings.orderId})`,
  hasInvestorAccount: sql<boolean>`exists (
    select from vcs host where host.user_id is not null and (host.id = ${meetingBookings.vcId}
      or (host.replaces_id = ${recordOf(meetingBookings.vcId)} and host.is_verified and host.claim_revoked_at is null)))`,
  investorId: sql<VcId>`${recordOf(meetingBookings.vcId)}`,
}

const isCall = notInArray(meetingBookings.status, ['held', 'expired'])

/** The investor ids whose calls belong to an account: its listings, and the imported record that one of them replaced. */
export async function listSoldListings(db: Queryable, principalId: PrincipalId): Promise<VcId[]> {
  const rows = await db.execute<{ vc_id: VcId }>(sql`with ${soldListings(principalId)} select vc_id from shown`)
  return rows.map(({ vc_id }) => vc_id)
}

/** Calls that a principal bought or sold, latest first. A held slot is not yet a call. */
export const listCalls = preparedQuery((db, principalId: PrincipalKey) => {
  const ofTheirs = sql`${meetingBookings.vcId} in (with ${soldListings(principalId)} select vc_id from shown)`
  return db
    .select(columns)
    .from(meetingBookings)
    .leftJoin(orders, eq(orders.id, meetingBookings.orderId))
    .where(and(or(eq(meetingBookings.principalId, principalId), ofTheirs), isCall))
    .orderBy(desc(meetingBookings.meetingDateTime), meetingBookings.id)
    .limit(MAX_ROWS)
})

export async function findCall(db: Queryable, id: BookingId): Promise<PaidCall | undefined> {
  const [row] = await db
    .select(columns)
    .from(meetingBookings)
    .leftJoin(orders, eq(orders.id, meetingBookings.orderId))
    .where(and(eq(meetingBookings.id, id), isCall))
  return row
}

/** The call that an order has paid for. */
export async function findCallOfOrder(db: Queryable, orderId: OrderId): Promise<CallRow | undefined> {
  const [row] = await db
    .select()
    .from(meetingBookings)
    .where(and(eq(meetingBookings.orderId, orderId), isCall))
  return row
}

/** Locks the order of a call that a principal has bought. */
export async function lockOwnOrder(tx: Transaction, id: BookingId, principalId: PrincipalId) {
  const isOwn = and(eq(meetingBookings.id, id), eq(meetingBookings.principalId, principalId))
  const bought = tx.select({ id: meetingBookings.orderId }).from(meetingBookings).where(isOwn)
  await tx.select({ id: orders.id }).from(orders).where(inArray(orders.id, bought)).for('key share')
}

/**
 * A call, with its row locked until the transaction ends: of two concurrent actions the second sees the result of the first.
 * Its order is locked first, because payment updates lock them in this order.
 */
export async function lockCall(tx: Transaction, id: BookingId): Promise<PaidCall | undefined> {
  const bought = tx.select({ id: meetingBookings.orderId }).from(meetingBookings).where(eq(meetingBookings.id, id))
  await tx.select({ id: orders.id }).from(orders).where(inArray(orders.id, bought)).for('key share')
  await tx.select({ id: meetingBookings.id }).from(meetingBookings).where(eq(meetingBookings.id, id)).for('update')
  return findCall(tx, id)
}

/** A call that a principal has bought, with its row locked. A refund in between is no conflict: a rating counts while its call is paid. */
export async function lockBought(tx: Transaction, id: BookingId, principalId: PrincipalId): Promise<PaidCall | undefined> {
  const isOwn = and(eq(meetingBookings.id, id), eq(meetingBookings.principalId, principalId))
  const [own] = await tx.select({ id: meetingBookings.id }).from(meetingBookings).where(isOwn).for('update')
  return own && findCall(tx, id)
}

export async function updateCall(tx: Transaction, id: BookingId, change: Partial<typeof meetingBookings.$inferInsert>) {
  await tx.update(meetingBookings).set(change).where(eq(meetingBookings.id, id))
}

/**
 * Sets the place of all coming calls that a listing is responsible for. They are locked in the order of an erasure.
 *
 * @returns the changed calls
 */
export async function updateCallLinks(tx: Transaction, { vcId, link, now }: { vcId: VcId; link: string | null; now: Date }) {
  const soldAs = sql`${meetingBookings.vcId}`
  const isOwn = sql`exists (select 1 from vcs v where v.id = ${vcId} and ${holdsClaim} and ${isResponsibleFor(soldAs)})`
  const isComing = and(eq(meetingBookings.status, 'confirmed'), gt(meetingBookings.meetingDateTime, now))
  const isChanged = sql`${meetingBookings.meetingLink} is distinct from ${link}`
  const { id } = meetingBookings
  const locked = await tx
    .select({ id })
    .from(meetingBookings)
    .where(and(isOwn, isComing, isChanged))
    .orderBy(id)
    .for('update')
  const ids = locked.map((call) => call.id)
  return tx.update(meetingBookings).set({ meetingLink: link, updatedAt: now }).where(inArray(id, ids)).returning()
}

/** Mail addresses of both sides of a call, besides those stored at the booking. */
export async function findAddresses(db: Queryable, { principalId, vcId, orderId }: CallRow) {
  const [buyer] = await db
    .select({ email: users.email })
    .from(principals)
    .innerJoin(users, eq(users.id, principals.userId))
    .where(eq(principals.id, principalId))
  const holdsRecord = and(eq(vcs.replacesId, recordOf(vcId)), eq(vcs.isVerified, true), isNull(vcs.claimRevokedAt))
  const [owner] = await db
    .select({ email: users.email })
    .from(vcs)
    .innerJoin(users, eq(users.id, vcs.userId))
    .where(or(eq(vcs.id, vcId), holdsRecord))
  const [order] = orderId
    ? await db
        .select({ email: sql<string | null>`${orders.snapshot} ->> 'receiptEmail'` })
        .from(orders)
        .where(eq(orders.id, orderId))
    : []
  return { buyer: buyer?.email, owner: owner?.email, receipt: order?.email ?? undefined }
}

/** Those who decide about the money of a call. */
export const listAdmins = (db: Queryable, adminEmails: readonly string[]) =>
  db.select({ email: users.email }).from(users).where(isAdminRow(adminEmails, ADMIN_ROUTES['GET /api/admin/refunds']))

export type ReminderColumn = 'reminder24At' | 'reminder15At'

/** Calls that begin within a time span and whose sides were not reminded yet; locked, and skipped by other nodes. */
export const claimToRemind = (
  tx: Transaction,
  column: ReminderColumn,
  from: Date,
  until: Date,
  most: number,
): Promise<CallRow[]> =>
  tx
    .select()
    .from(meetingBookings)
    .where(
      and(
        eq(meetingBookings.status, 'confirmed'),
        isNull(meetingBookings[column]),
        gt(meetingBookings.meetingDateTime, from),
        lte(meetingBookings.meetingDateTime, until),
      ),
    )
    .limit(most)
    .for('update', { skipLocked: true })

/** Active future calls of a departing side; locked, their orders first. */
export async function lockComing(
  tx: Transaction,
  of: { principalId?: PrincipalId; listings: VcId[] },
  now: Date,
): Promise<CallRow[]> {
  const isComing = and(
    or(of.principalId && eq(meetingBookings.principalId, of.principalId), inArray(meetingBookings.vcId, of.listings)),
    inArray(meetingBookings.status, ['held', 'confirmed', 'disputed']),
    gte(meetingBookings.meetingDateTime, now),
  )
  const bought = tx.select({ id: meetingBookings.orderId }).from(meetingBookings).where(isComing)
  await tx.select({ id: orders.id }).from(orders).where(inArray(orders.id, bought)).orderBy(orders.id).for('update')
  return tx.select().from(meetingBookings).where(isComing).orderBy(meetingBookings.id).for('update')
}

/**
 * Removes data that identifies the sides of calls: the buyer, and the given investors. The reason for the end or the contest, and
 * the text of a proposal, are removed with the side that wrote them. A rating and a reply are removed with either side: one wrote it
 * about or to the other.
 */
export async function eraseSides(tx: Transaction, { principalId, listings }: { principalId?: PrincipalId; listings: VcId[] }) {
  const { endedBy, endReason, noShowBy, contestReason, proposedBy, proposalNote } = meetingBookings
  const textsOf = (side: 'founder' | 'investor') => ({
    meetingTitle: null,
    endReason: sql`case when ${endedBy} is distinct from ${side} then ${endReason} end`,
    contestReason: sql`case when ${noShowBy} is distinct from ${side} then ${contestReason} end`,
    proposalNote: sql`case when ${proposedBy} is distinct from ${side} then ${proposalNote} end`,
  })
  const rating = { rating: null, ratingText: null, ratedAt: null, replyText: null, repliedAt: null }
  const founder = {
    ...{ founderEmail: null, founderName: null, founderCompany: null, meetingDescription: null },
    ...textsOf('founder'),
    ...rating,
  }
  const investor = { vcName: null, vcEmail: null, meetingLink: null, ...textsOf('investor'), ...rating }
  if (principalId) await tx.update(meetingBookings).set(founder).where(eq(meetingBookings.principalId, principalId))
  await tx.update(meetingBookings).set(investor).where(inArray(meetingBookings.vcId, listings))
}

/** Empties what a founder wrote about themselves in their calls; future calls get a new address for mails. */
export async function rewriteFounder(
  tx: Transaction,
  { principalId, email }: { principalId: PrincipalId; email: string },
  now: Date,
) {
  const isToCome = sql`${meetingBookings.endsAt} > ${now.toISOString()}::timestamptz`
  await eraseSides(tx, { principalId, listings: [] })
  await tx
    .update(meetingBookings)
    .set({ founderEmail: email, founderName: 'Founder' })
    .where(and(eq(meetingBookings.principalId, principalId), isToCome))
}

/** Orders through which a principal currently owns the contacts of the given investors. */
export async function listGrantsOf(db: Queryable, principalId: PrincipalId, vcIds: VcId[]): Promise<OrderId[]> {
  const { orderId, status, revokedAt } = vcUnlocks
  const isActive = and(eq(status, 'completed'), isNull(revokedAt))
  const isOwn = and(eq(vcUnlocks.principalId, principalId), inArray(recordOf(vcUnlocks.vcId), vcIds), isActive)
  return (await db.select({ orderId }).from(vcUnlocks).where(isOwn)).flatMap((grant) => grant.orderId ?? [])
}

/**
 * Tries to lock an order without waiting, for a caller that has already locked its call. Payment updates lock the order first.
 */
export async function holdsOrder(tx: Transaction, id: NonNullable<CallRow['orderId']>): Promise<boolean> {
  const rows = await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for('key share', { skipLocked: true })
  return rows.length > 0
}

/**
 * An admin has rejected the refund of a cancelled call, so the purchase is final. A rejection from before the cancellation does
 * not apply to it.
 */
const wasRefused = sql`exists (select from refund_requests r where r.order_id = ${orders.id} and r.status = 'rejected'
  and r.decided_at >= ${meetingBookings.cancelledAt})`

/**
 * The price of an order is being refunded, or a refund is undecided, or the request is queued. The table is named explicitly,
 * because a select may contain only one.
 */
const isReturning = sql<boolean>`(orders.owed_back_since is not null or exists (
  select from refund_requests r where r.order_id = orders.id and r.status in ('requested', 'approved', 'failed'))
  or exists (select from jobs j where j.kind = ${ASK_FOR_MONEY} and j.key = orders.id and j.done_at is null))`

/** Called while the order is locked: a decision about its refund locks it too. */
export async function isPriceReturning(tx: Transaction, id: NonNullable<CallRow['orderId']>): Promise<boolean> {
  const [order] = await tx.select({ isReturning }).from(orders).where(eq(orders.id, id))
  return order?.isReturning ?? false
}

/**
 * Paid calls whose contact is due and not handed over yet; locked with their orders, and skipped where another transaction has
 * locked one.
 */
export async function claimContactsDue(tx: Transaction, now: Date, most: number): Promise<CallRow[]> {
  const { status, refundOutcome } = meetingBookings
  // A node of the previous release writes none: the default is 24 hours before the start, as everywhere.
  const freeUntil = sql`coalesce(${meetingBookings.freeUntil}, ${meetingBookings.meetingDateTime} - interval '24 hours')`
  const hasEnded = and(eq(status, 'confirmed'), sql`${freeUntil} <= ${now.toISOString()}::timestamptz`)
  const isKept = or(eq(refundOutcome, 'none'), and(eq(refundOutcome, 'asked'), wasRefused))
  const rows = await tx
    .select({ call: meetingBookings })
    .from(meetingBookings)
    .innerJoin(orders, eq(orders.id, meetingBookings.orderId))
    .where(
      and(
        isNull(meetingBookings.contactGivenAt),
        eq(orders.status, 'paid'),
        sql`not ${isReturning}`,
        or(hasEnded, and(eq(status, 'cancelled'), isKept)),
      ),
    )
    .limit(most)
    .for('update', { skipLocked: true })
  return rows.map(({ call }) => call)
}
