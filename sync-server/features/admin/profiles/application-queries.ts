import { and, asc, eq, gte, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { directoryInvestors as listed, users, vcs } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { isResponsibleFor } from '#server/features/listings/sold-listings.ts'
import type { VcReview } from '#shared/admin/applications.ts'
import { MAX_TURNED_DOWN, MAX_VERIFIED, MAX_WAITING } from '#shared/admin/bounds.ts'
import type { UserId, VcId } from '#shared/ids.ts'

export type ApplicationRow = Awaited<ReturnType<typeof listApplications>>[number]

/** The row that an erased account left behind: closed and without an owner. */
const isErased = sql`(${vcs.userId} is null and not ${vcs.isActive})`
const isWaiting = sql`(${vcs.reviewStatus} = 'pending' and not ${vcs.isVerified})`

/** Another profile is online in place of the record that this one has claimed. */
const isTaken = sql<boolean>`exists (select from vcs other where other.replaces_id = ${vcs.replacesId} and other.id <> ${vcs.id}
  and other.is_verified and other.is_active and other.claim_revoked_at is null)`

/** A revoked claim of an erased account bars its mailbox from the record until an admin lifts the revocation. */
const isBarring = sql`(${isErased} and exists (select from listing_revocations r join directory_investors d on d.id = r.record_id
  where r.listing_id = ${vcs.id} and r.address_key is not null and r.lifted_at is null))`

const isRevoked = sql`(${vcs.reviewStatus} = 'revoked' or ${vcs.claimRevokedAt} is not null)`
const group = sql`case when ${isWaiting} then 'waiting' when ${vcs.isVerified} then 'verified' else 'turned down' end`

/**
 * Selects the profiles to list when there are too many. Among pending ones, applications of accounts without a verified address
 * come last, so that a flood of them hides no others; then the longest pending are listed, and the most recently approved. Among
 * those turned down, revoked ones, which may be lifted, come before rejected ones.
 */
const listedIds = sql`(
  select id from (
    select vcs.id, ${group} as kind, row_number() over (partition by ${group} order by
      case when ${isWaiting} then users.email_verified_at is null end, case when ${isWaiting} then ${vcs.submittedAt} end,
      not ${isRevoked}, case when ${vcs.isVerified} then ${vcs.approvedAt} else ${vcs.updatedAt} end desc nulls last, vcs.id) as place
    from vcs left join users on users.id = vcs.user_id
    where not ${isErased} or ${isBarring}) ranked
  where place <= case kind when 'waiting' then ${MAX_WAITING}::int when 'verified' then ${MAX_VERIFIED}::int
    else ${MAX_TURNED_DOWN}::int end)`

/** Profiles for admins: pending ones first, longest pending on top, then the others by name. */
export const listApplications = (db: Queryable) => selectApplications(db, sql`${vcs.id} in ${listedIds}`)

export async function findApplication(db: Queryable, id: VcId): Promise<ApplicationRow | undefined> {
  const [row] = await selectApplications(db, and(eq(vcs.id, id), not(isErased)))
  return row
}

/** The row that an erased account left, locked until the transaction ends, if it bars a mailbox from the record. */
export async function lockBarringRow(tx: Transaction, id: VcId): Promise<ApplicationRow | undefined> {
  await tx.select({ id: vcs.id }).from(vcs).where(eq(vcs.id, id)).for('update')
  const [row] = await selectApplications(tx, and(eq(vcs.id, id), isBarring))
  return row
}

function selectApplications(db: Queryable, where: SQL | undefined) {
  return db
    .select({ vc: vcs, owner: users, record: { name: listed.name, fund: listed.fund }, isTaken })
    .from(vcs)
    .leftJoin(users, eq(users.id, vcs.userId))
    .leftJoin(listed, eq(listed.id, vcs.replacesId))
    .where(where)
    .orderBy(sql`not ${isWaiting}`, sql`case when ${isWaiting} then ${vcs.submittedAt} end`, asc(vcs.partnerName), asc(vcs.id))
}

/**
 * One profile; its account and the profile are locked until the transaction ends, in the order in which an erasure locks them.
 */
export async function lockApplication(tx: Transaction, id: VcId) {
  const [found] = await tx.select({ userId: vcs.userId }).from(vcs).where(eq(vcs.id, id))
  if (found?.userId) await tx.select({ id: users.id }).from(users).where(eq(users.id, found.userId)).for('update')
  await tx.select({ id: vcs.id }).from(vcs).where(eq(vcs.id, id)).for('update')
  return findApplication(tx, id)
}

/**
 * Whether another profile, of any account, is responsible for the record that a profile has claimed. This includes a profile
 * whose claim was returned and whose listing is pending the approval that releases its earnings. Two profiles of one account in
 * place of one record would be sold in parallel, and a decision about one would change what the other is responsible for.
 * Decisions about claims of one record are serialised, so that of two concurrent approvals the second sees the first.
 */
export async function isRecordTaken(tx: Transaction, id: VcId): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('latchkey-record ' || replaces_id, 0))
    from vcs where id = ${id} and replaces_id is not null`)
  const taken = await tx.execute(sql`select from vcs v join vcs claim on claim.id = ${id} and claim.replaces_id = v.replaces_id
    where v.id <> claim.id and v.user_id is not null and v.claim_revoked_at is null and v.review_status <> 'revoked' and ${isResponsibleFor(sql`claim.replaces_id`)}`)
  return taken.length > 0
}

/**
 * Whether an online profile replaced its claimed record with its latest approval and with none before: the first approval with
 * that claim, or the only one since an admin returned a revoked claim. In the second case the first approval of the claim dates
 * from before the revocation, and `replacedAt` keeps its time.
 */
export async function isFirstOfClaim(tx: Transaction, id: VcId): Promise<boolean> {
  const isOnline = and(eq(vcs.isVerified, true), isNull(vcs.claimRevokedAt), isNotNull(vcs.replacesId))
  const isFirst = or(gte(vcs.replacedAt, vcs.approvedAt), isOnlySinceLift)
  return (await tx.$count(vcs, and(eq(vcs.id, id), isOnline, isFirst))) > 0
}

/**
 * Whether a profile, or another one of its account with the same claim, was approved once since an admin lifted the revocation of
 * the claim. A decision that lifts and approves, such as the undo of a revocation, is such an approval. Ids sort by creation
 * time.
 */
const isOnlySinceLift = sql`(
  with decisions as (
    select a.id, (a.after ->> 'isVerified')::boolean as is_approval,
      a.before ->> 'isClaimRevoked' = 'true' and a.after ->> 'isClaimRevoked' = 'false' as is_lift
    from audit_log a where a.target_type = 'vc' and a.target_id in (
      select same.id from vcs same where same.user_id = ${vcs.userId} and same.replaces_id = ${vcs.replacesId}))
  select count(*) = 1 from decisions where is_approval and id >= (select max(id) from decisions where is_lift))`

/** The mailbox of the record that a profile is about to replace for the first time, with the name in the record. */
export async function findRecordToTell(tx: Transaction, id: VcId) {
  const [record] = await tx
    .select({ name: listed.name, email: listed.email })
    .from(vcs)
    .innerJoin(listed, eq(listed.id, vcs.replacesId))
    .where(and(eq(vcs.id, id), isNull(vcs.replacedAt)))
  return record?.email ? { ...record, email: record.email } : undefined
}

/** Whether an admin has revoked a profile and none has approved it since, also where its owner has applied again. */
export async function isRevokedStill(tx: Transaction, id: VcId): Promise<boolean> {
  return (await tx.$count(vcs, and(eq(vcs.id, id), isNotNull(vcs.revokedAt)))) > 0
}

/**
 * A payout since the latest approval of a profile (`vcs` is its row) has paid an account that its sales credited. Amounts
 * released then are paid out and no longer withheld: a withheld share of a charity would be taken from other donors.
 */
const isPaidSinceApproval = sql`exists (
  select from ledger_entries paid where paid.order_id is null and paid.transaction_kind = 'payout' and paid.created_at >= ${vcs.approvedAt}
    and paid.account in (select brought.account from ledger_entries brought join orders o on o.id = brought.order_id
      where (o.target_id = ${vcs.id} or record_of(o.target_id) = ${vcs.replacesId}) and brought.account_kind in ('investor_payable', 'charity_payable')))`

/** Undoes what an approval has cleared: restores the value before it, or sets it to now where a payout happened in between. */
const unlessPaid = (before: PgColumn) =>
  sql`case when ${before} is not null and ${isPaidSinceApproval} then now() else ${before} end`

/**
 * A trigger revokes and returns more: the record, and other claims of the account to it. Undoing an approval must not release
 * earnings that were withheld before it: the cleared values are written back.
 */
export async function writeReview(
  tx: Transaction,
  id: VcId,
  { isClaimRevoked, ...review }: VcReview,
  { isApprovalUndone }: { isApprovalUndone: boolean },
) {
  const claimRevokedAt = isClaimRevoked ? sql`coalesce(${vcs.claimRevokedAt}, now())` : null
  const approvedPrice = review.isVerified && { approvedPrice: sql`${vcs.price}` }
  const cleared = isApprovalUndone && {
    revokedAt: unlessPaid(vcs.revokedBefore),
    startedOverAt: unlessPaid(vcs.startedOverBefore),
  }
  await tx
    .update(vcs)
    .set({ ...review, ...approvedPrice, ...cleared, claimRevokedAt, updatedAt: sql`now()` })
    .where(eq(vcs.id, id))
}

/**
 * Returns every claim to a record to an account, for all of its profiles. A profile that was approved without the record stays
 * without it: this write would make it replace the record, and no admin has decided that.
 */
export async function liftClaims(tx: Transaction, userId: UserId, recordId: VcId) {
  await tx
    .update(vcs)
    .set({ claimRevokedAt: null, updatedAt: sql`now()` })
    .where(and(eq(vcs.userId, userId), eq(vcs.replacesId, recordId), or(not(vcs.isVerified), isNotNull(vcs.replacedAt))))
}

/** An unchanged account is not written, so that its devices are not notified. */
export async function setApproved(tx: Transaction, userId: UserId, isApprovedInvestor: boolean) {
  await tx
    .update(users)
    .set({ isApprovedInvestor, updatedAt: sql`now()` })
    .where(and(eq(users.id, userId), ne(users.isApprovedInvestor, isApprovedInvestor)))
}

/** Whether a profile claims a record of the listing. */
export const hasClaim = async (tx: Transaction, id: VcId): Promise<boolean> =>
  (await tx.$count(vcs, and(eq(vcs.id, id), isNotNull(vcs.replacesId)))) > 0

export async function hasVerified(tx: Transaction, userId: UserId): Promise<boolean> {
  return (await tx.$count(vcs, and(eq(vcs.userId, userId), eq(vcs.isVerified, true)))) > 0
}

/** The submission time of each pending application, oldest first. */
export async function listPendingSubmissions(db: Queryable): Promise<Date[]> {
  const rows = await db
    .select({ submittedAt: vcs.submittedAt })
    .from(vcs)
    .where(and(isWaiting, not(isErased)))
    .orderBy(asc(vcs.submittedAt))
  return rows.map(({ submittedAt }) => submittedAt)
}
