import { and, asc, eq, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import { directoryInvestors as listed, users, vcs } from '#drizzle/schema/index.ts'
import { answersFor, holdsClaim } from '#server/answered-for.ts'
import type { Queryable, Transaction } from '#server/db.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import type { VcReview } from '#shared/review/applications.ts'

export type ApplicationRow = Awaited<ReturnType<typeof listApplications>>[number]

/** What an account left behind when it was erased: nobody's any more, and closed. */
const isErased = sql`(${vcs.userId} is null and not ${vcs.isActive})`
const isWaiting = sql`(${vcs.reviewStatus} = 'pending' and not ${vcs.isVerified})`

/** Another profile is online in the place of the record that this one has claimed. */
const isTaken = sql<boolean>`exists (select from vcs other where other.replaces_id = ${vcs.replacesId} and other.id <> ${vcs.id}
  and other.is_verified and other.is_active and other.claim_revoked_at is null)`

/** Every profile: those that wait first, the longest waiting on top, then the others by name. */
export function listApplications(db: Queryable, where?: SQL) {
  return db
    .select({ vc: vcs, owner: users, record: { name: listed.name, fund: listed.fund }, isTaken })
    .from(vcs)
    .leftJoin(users, eq(users.id, vcs.userId))
    .leftJoin(listed, eq(listed.id, vcs.replacesId))
    .where(and(not(isErased), where))
    .orderBy(sql`not ${isWaiting}`, sql`case when ${isWaiting} then ${vcs.submittedAt} end`, asc(vcs.partnerName), asc(vcs.id))
}

/** One profile, its account and itself held until the transaction ends: in the order in which an erasure holds them. */
export async function holdApplication(tx: Transaction, id: VcId) {
  const [found] = await tx.select({ userId: vcs.userId }).from(vcs).where(eq(vcs.id, id))
  if (found?.userId) await tx.select({ id: users.id }).from(users).where(eq(users.id, found.userId)).for('update')
  await tx.select({ id: vcs.id }).from(vcs).where(eq(vcs.id, id)).for('update')
  const [row] = await listApplications(tx, eq(vcs.id, id))
  return row
}

/**
 * Whether another account answers for the record that a profile has claimed. Decisions about claims of one record wait for each
 * other, so that of two approvals at once the second sees the first.
 */
export async function isRecordTaken(tx: Transaction, id: VcId): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('latchkey-record ' || replaces_id, 0))
    from vcs where id = ${id} and replaces_id is not null`)
  const taken = await tx.execute(sql`select from vcs v join vcs claim on claim.id = ${id} and claim.replaces_id = v.replaces_id
    where v.user_id <> claim.user_id and ${holdsClaim} and ${answersFor(sql`claim.replaces_id`)}`)
  return taken.length > 0
}

/** The mailbox of the record whose place a profile is about to take for the first time, with whom it names. */
export async function findRecordToTell(tx: Transaction, id: VcId) {
  const [record] = await tx
    .select({ name: listed.name, email: listed.email })
    .from(vcs)
    .innerJoin(listed, eq(listed.id, vcs.replacesId))
    .where(and(eq(vcs.id, id), isNull(vcs.replacedAt)))
  return record?.email ? { ...record, email: record.email } : undefined
}

/** A trigger revokes and gives back more: the record, and other claims of the account to it. */
export async function writeReview(tx: Transaction, id: VcId, { isClaimRevoked, ...review }: VcReview) {
  const claimRevokedAt = isClaimRevoked ? sql`coalesce(${vcs.claimRevokedAt}, now())` : null
  const approvedPrice = review.isVerified && { approvedPrice: sql`${vcs.price}` }
  await tx
    .update(vcs)
    .set({ ...review, ...approvedPrice, claimRevokedAt, updatedAt: sql`now()` })
    .where(eq(vcs.id, id))
}

/** Gives an account every claim to a record back, by whichever of its profiles it was made. */
export async function liftClaims(tx: Transaction, userId: UserId, recordId: VcId) {
  await tx
    .update(vcs)
    .set({ claimRevokedAt: null, updatedAt: sql`now()` })
    .where(and(eq(vcs.userId, userId), eq(vcs.replacesId, recordId)))
}

/** An unchanged account is not written, so that its devices hear of nothing. */
export async function setApproved(tx: Transaction, userId: UserId, isApprovedInvestor: boolean) {
  await tx
    .update(users)
    .set({ isApprovedInvestor, updatedAt: sql`now()` })
    .where(and(eq(users.id, userId), ne(users.isApprovedInvestor, isApprovedInvestor)))
}

export async function hasVerified(tx: Transaction, userId: UserId): Promise<boolean> {
  return (await tx.$count(vcs, and(eq(vcs.userId, userId), eq(vcs.isVerified, true)))) > 0
}

/** When each application came that still waits, the oldest first. */
export async function listWaiting(db: Queryable): Promise<Date[]> {
  const rows = await db
    .select({ submittedAt: vcs.submittedAt })
    .from(vcs)
    .where(and(isWaiting, not(isErased)))
    .orderBy(asc(vcs.submittedAt))
  return rows.map(({ submittedAt }) => submittedAt)
}
