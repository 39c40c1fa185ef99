import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import {
  contactIntros,
  directoryInvestors,
  meetingBookings,
  orders,
  payments,
  principals,
  projects,
  users,
  vcs,
  vcUnlocks,
} from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import { lockStaying } from '#server/features/directory/staying-record.ts'
import { pausedUntil } from '#server/features/listings/paused-until.ts'
import { idsOfPerson, isOfPerson, recordOf } from '#server/features/listings/sold-listings.ts'
import type { BookingId, OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import { isEmptied } from '#shared/listings/status.ts'

export async function findPlatformInvestor(db: Queryable, id: VcId) {
  const columns = { ...getTableColumns(vcs), pausedUntil }
  const [row] = await db.select(columns).from(vcs).where(eq(vcs.id, id))
  return row
}

/** Also one that is no longer listed: purchases stay readable. */
export async function findListedInvestor(db: Queryable, id: VcId) {
  const [row] = await db.select().from(directoryInvestors).where(eq(directoryInvestors.id, id))
  return row
}

/**
 * Whether an investor has left permanently: the account was erased, or the record was removed. An erasure and the removal of a
 * claimed record leave the row of a profile, emptied and deactivated, also where its account remains. The row is locked until the
 * transaction ends: an investor who leaves concurrently waits, and then finds the sale.
 */
export async function lockHasLeft(tx: Transaction, id: VcId): Promise<boolean> {
  const { isVerified, isActive } = vcs
  const [platform] = await tx.select({ isVerified, isActive }).from(vcs).where(eq(vcs.id, id)).for('key share')
  if (platform) return isEmptied(platform)
  const isListed = eq(directoryInvestors.id, id)
  const [listed] = await tx.select({ id: directoryInvestors.id }).from(directoryInvestors).where(isListed).for('key share')
  return listed === undefined
}

/** Paid for and not returned, or given; and not taken back by an admin. */
const isActive = and(eq(vcUnlocks.status, 'completed'), isNull(vcUnlocks.revokedAt))

const personId = sql<VcId>`person.id`
/** A record that was merged is shown as the one that stays. */
const bought = sql`${recordOf(vcUnlocks.vcId)}`
const isShown = sql`(${directoryInvestors.mergedInto} is null
  and (${personId} = ${bought} or ${vcs.id} is not null or ${directoryInvestors.unlistedAt} is null))`

/** Records that were merged into a contact, or into the record that it replaced. While its claim is revoked, it is another person. */
const formerIds = sql<VcId[]>`array(select d.id from directory_investors d
  where d.merged_into = ${personId} or (d.merged_into = ${vcs.replacesId} and ${vcs.claimRevokedAt} is null) order by d.id)`

/** The contacts that a grant `vc_unlocks` unlocks: for a record also that of the listing that replaced it. */
const ownedContacts = (db: Queryable, isMeant: SQL | undefined) =>
  db
    .selectDistinctOn([personId], {
      personId,
      grant: vcUnlocks,
      introTemplate: payments.introTemplate,
      ownIntro: contactIntros,
      platform: vcs,
      listed: directoryInvestors,
      formerIds,
    })
    .from(vcUnlocks)
    .innerJoin(sql`lateral ${idsOfPerson(vcUnlocks.vcId)} person`, sql`true`)
    .leftJoin(payments, eq(payments.orderId, vcUnlocks.orderId))
    .leftJoin(contactIntros, and(eq(contactIntros.principalId, vcUnlocks.principalId), eq(contactIntros.contactId, personId)))
    .leftJoin(vcs, eq(vcs.id, personId))
    .leftJoin(directoryInvestors, eq(directoryInvestors.id, personId))
    .where(and(isMeant, isActive, isShown))
    .orderBy(
      personId,
      sql`${personId} <> ${vcUnlocks.vcId}`,
      sql`${personId} <> ${bought}`,
      asc(vcUnlocks.createdAt),
      asc(vcUnlocks.id),
    )

/** Active grants, each with the data of its contact; the oldest when there are several for one investor. */
export const listOwned = preparedQuery((db, principalId: PrincipalKey) =>
  ownedContacts(db, eq(vcUnlocks.principalId, principalId)),
)

/** @param vcId  of a record that was merged: its buyers hold the contact of the one that stays */
export async function findOwned(db: Queryable, principalId: PrincipalId, vcId: VcId): Promise<OwnedRow | undefined> {
  const [row] = await ownedContacts(db, and(eq(vcUnlocks.principalId, principalId), sql`${personId} = ${recordOf(vcId)}`))
  return row
}
export type OwnedRow = Awaited<ReturnType<typeof listOwned>>[number]

/** A grant of a record also counts for the listing that replaced it, and vice versa. */
export async function hasGrant(db: Queryable, principalId: PrincipalId, vcId: VcId): Promise<boolean> {
  const [grant] = await db
    .select({ id: vcUnlocks.id })
    .from(vcUnlocks)
    .where(and(eq(vcUnlocks.principalId, principalId), isOfPerson(vcUnlocks.vcId, vcId), isActive))
    .limit(1)
  return grant !== undefined
}

/**
 * The number of introductions already paid for; refunded and revoked ones do not count. A call counts from its payment on,
 * because its contact is handed over later.
 */
export async function countSold(db: Queryable, vcId: VcId, since: Date): Promise<number> {
  const taken = inArray(vcUnlocks.status, ['completed', 'disputed'])
  const unlocks = and(
    isOfPerson(vcUnlocks.vcId, vcId),
    taken,
    gte(vcUnlocks.createdAt, since),
    ne(vcUnlocks.paymentType, 'meeting'),
    isNotNull(vcUnlocks.orderId),
  )
  const isPaid = inArray(orders.status, ['paid', 'disputed'])
  const isSold = and(isPaid, isNull(orders.refusal), gte(orders.paidAt, since))
  const calls = and(isOfPerson(orders.targetId, vcId), eq(orders.kind, 'meeting'), isSold)
  return (await db.$count(vcUnlocks, unlocks)) + (await db.$count(orders, calls))
}

/** Calls that are currently being paid, except the caller's own. */
export const countHolds = (db: Queryable, vcId: VcId, now: Date, own: BookingId | undefined): Promise<number> =>
  db.$count(
    meetingBookings,
    and(
      isOfPerson(meetingBookings.vcId, vcId),
      eq(meetingBookings.status, 'held'),
      gt(meetingBookings.heldUntil, now),
      own === undefined ? undefined : ne(meetingBookings.id, own),
    ),
  )

/**
 * Serialises grants of one investor, so that neither the limit nor the check for double purchases can be bypassed (P17);
 * including those of the record that the investor replaced. A merge of the record waits, or has happened before.
 */
export async function lockCapacity(tx: Transaction, vcId: VcId) {
  await lockStaying(tx, vcId)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('unlock:' || vc_key(${vcId}), 0))`)
}

export async function insertGrant(tx: Transaction, grant: typeof vcUnlocks.$inferInsert) {
  await tx.insert(vcUnlocks).values(grant).onConflictDoNothing()
}

/** The grant of a principal, locked until the transaction ends. */
export async function lockGrant(tx: Transaction, principalId: PrincipalId, id: string) {
  const isOwn = and(eq(vcUnlocks.id, id), eq(vcUnlocks.principalId, principalId))
  const [grant] = await tx.select().from(vcUnlocks).where(isOwn).for('update')
  return grant
}

export async function setRevoked(tx: Transaction, id: string, revokedAt: Date) {
  await tx.update(vcUnlocks).set({ revokedAt }).where(eq(vcUnlocks.id, id))
}

export async function setGrantState(tx: Transaction, orderId: OrderId, status: (typeof vcUnlocks.$inferSelect)['status']) {
  const isOther = and(eq(vcUnlocks.orderId, orderId), ne(vcUnlocks.status, status))
  await tx.update(vcUnlocks).set({ status }).where(isOther)
}

/** The account behind a principal and its newest project, for an introduction in its name. */
export async function findFounder(db: Queryable, principalId: PrincipalId) {
  const [founder] = await db
    .select({ userId: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName, project: projects })
    .from(principals)
    .innerJoin(users, eq(users.id, principals.userId))
    .leftJoin(projects, eq(projects.userId, users.id))
    .where(eq(principals.id, principalId))
    .orderBy(desc(projects.createdAt))
    .limit(1)
  return founder
}

/**
 * The data that a job needs to rewrite an introduction, also while a dispute is open; `undefined` where the sale was refused or
 * its buyer has left.
 */
export async function findIntro(db: Queryable, orderId: OrderId) {
  const { principalId, vcId, introTemplate } = payments
  const isPaid = and(eq(payments.orderId, orderId), inArray(payments.status, ['paid', 'disputed']))
  const [row] = await db.select({ principalId, vcId, introTemplate }).from(payments).where(isPaid)
  return row
}

/** Replaces the introduction that was read before, if unchanged. @returns whether it was replaced */
export async function replaceIntro(db: Queryable, orderId: OrderId, before: string, introTemplate: string): Promise<boolean> {
  const isUnchanged = and(eq(payments.orderId, orderId), eq(payments.introTemplate, before))
  return (await db.update(payments).set({ introTemplate }).where(isUnchanged).returning({ id: payments.id })).length > 0
}

/** Deletes the introductions to departed investors: they contain their names. Texts written by buyers are kept. */
export async function forgetIntrosTo(tx: Transaction, investors: VcId[]) {
  if (investors.length === 0) return
  await tx
    .update(payments)
    .set({ introTemplate: null })
    .where(and(inArray(payments.vcId, investors), isNotNull(payments.introTemplate)))
}

export async function moveGrants(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  await tx.update(vcUnlocks).set({ principalId: to }).where(eq(vcUnlocks.principalId, from))
}

/** The account that owns a platform listing may buy neither it nor the record that it replaced. */
export async function ownsListing(db: Queryable, principalId: PrincipalId, vcId: VcId): Promise<boolean> {
  const [own] = await db
    .select({ id: vcs.id })
    .from(vcs)
    .innerJoin(principals, eq(principals.userId, vcs.userId))
    .where(and(isOfPerson(vcs.id, vcId), eq(principals.id, principalId), isNull(principals.mergedInto)))
    .limit(1)
  return own !== undefined
}
