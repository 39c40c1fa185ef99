import { and, asc, eq, gte, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { directoryInvestors as listed, users, vcs } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { answersFor } from '#server/features/listings/sold-listings.ts'
import type { VcReview } from '#shared/admin/applications.ts'
import { MAX_TURNED_DOWN, MAX_VERIFIED, MAX_WAITING } from '#shared/admin/bounds.ts'
import type { UserId, VcId } from '#shared/ids.ts'

export type ApplicationRow = Awaited<ReturnType<typeof listApplications>>[number]

/** What an account left behind when it was erased: nobody's any more, and closed. */
const isErased = sql`(${vcs.userId} is null and not ${vcs.isActive})`
const isWaiting = sql`(${vcs.reviewStatus} = 'pending' and not ${vcs.isVerified})`

/** Another profile is online in the place of the record that this one has claimed. */
const isTaken = sql<boolean>`exists (select from vcs other where other.replaces_id = ${vcs.replacesId} and other.id <> ${vcs.id}
  and other.is_verified and other.is_active and other.claim_revoked_at is null)`

/** A revoked claim of an erased account keeps its mailbox from the record until the team lifts that. */
const isBarring = sql`(${isErased} and exists (select from listing_revocations r join directory_investors d on d.id = r.record_id
  where r.listing_id = ${vcs.id} and r.address_key is not null and r.lifted_at is null))`

const isRevoked = sql`(${vcs.reviewStatus} = 'revoked' or ${vcs.claimRevokedAt} is not null)`
const group = sql`case when ${isWaiting} then 'waiting' when ${vcs.isVerified} then 'verified' else 'turned down' end`

/**
 * Which profiles are listed where there are more. Of those that wait, applications of accounts that have proved no address come
 * last, so that a flood of them hides no other one; then the longest waiting are listed, the latest approved, and of those turned
 * down the revoked, which may be lifted, before the rejected.
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

/** Profiles for the team: those that wait first, the longest waiting on top, then the others by name. */
export const listApplications = (db: Queryable) => selectApplications(db, sql`${vcs.id} in ${listedIds}`)

export async function findApplication(db: Queryable, id: VcId): Promise<ApplicationRow | undefined> {
  const [row] = await selectApplications(db, and(eq(vcs.id, id), not(isErased)))
  return row
}

/** The row that an erased account left, held until the transaction ends, where its mailbox is kept from the record. */
export async function holdBarring(tx: Transaction, id: VcId): Promise<ApplicationRow | undefined> {
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

/** One profile, its account and itself held until the transaction ends: in the order in which an erasure holds them. */
export async function holdApplication(tx: Transaction, id: VcId) {
  const [found] = await tx.select({ userId: vcs.userId }).from(vcs).where(eq(vcs.id, id))
  if (found?.userId) await tx.select({ id: users.id }).from(users).where(eq(users.id, found.userId)).for('update')
  await tx.select({ id: vcs.id }).from(vcs).where(eq(vcs.id, id)).for('update')
  return findApplication(tx, id)
}

/**
 * Whether another profile, of any account, answers for the record that a profile has claimed, also where its claim was given back and
 * its listing waits for the approval that releases what it has earned. Two profiles of one account in the place of one record would
 * be sold side by side, and a decision about the one would change what the other answers for. Decisions about claims of one record wait for each
 * other, so that of two approvals at once the second sees the first.
 */
export async function isRecordTaken(tx: Transaction, id: VcId): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('latchkey-record ' || replaces_id, 0))
    from vcs where id = ${id} and replaces_id is not null`)
  const taken = await tx.execute(sql`select from vcs v join vcs claim on claim.id = ${id} and claim.replaces_id = v.replaces_id
    where v.id <> claim.id and v.user_id is not null and v.claim_revoked_at is null and v.review_status <> 'revoked' and ${answersFor(sql`claim.replaces_id`)}`)
  return taken.length > 0
}

/**
 * Whether a profile that is online took the place of the record that it has claimed by its latest approval, and by none before it:
 * the first approval with that claim, or the only one since the team gave a revoked claim back. The first approval of the claim is
 * then one of before the revocation, and `replacedAt` stays that of it.
 */
export async function isFirstOfClaim(tx: Transaction, id: VcId): Promise<boolean> {
  const isOnline = and(eq(vcs.isVerified, true), isNull(vcs.claimRevokedAt), isNotNull(vcs.replacesId))
  const isFirst = or(gte(vcs.replacedAt, vcs.approvedAt), isOnlySinceLift)
  return (await tx.$count(vcs, and(eq(vcs.id, id), isOnline, isFirst))) > 0
}

/**
 * Whether a profile, or another one of its account with the same claim, was approved once since an admin lifted the revocation of
 * the claim. A decision that lifts and approves, as the undo of a revocation does, is such an approval. Ids sort by their making.
 */
const isOnlySinceLift = sql`(
  with decisions as (
    select a.id, (a.after ->> 'isVerified')::boolean as is_approval,
      a.before ->> 'isClaimRevoked' = 'true' and a.after ->> 'isClaimRevoked' = 'false' as is_lift
    from audit_log a where a.target_type = 'vc' and a.target_id in (
      select same.id from vcs same where same.user_id = ${vcs.userId} and same.replaces_id = ${vcs.replacesId}))
  select count(*) = 1 from decisions where is_approval and id >= (select max(id) from decisions where is_lift))`

/** The mailbox of the record whose place a profile is about to take for the first time, with whom it names. */
export async function findRecordToTell(tx: Transaction, id: VcId) {
  const [record] = await tx
    .select({ name: listed.name, email: listed.email })
    .from(vcs)
    .innerJoin(listed, eq(listed.id, vcs.replacesId))
    .where(and(eq(vcs.id, id), isNull(vcs.replacedAt)))
  return record?.email ? { ...record, email: record.email } : undefined
}

/** Whether the team has revoked a profile and not approved it again since, also where its owner has applied again. */
export async function isRevokedStill(tx: Transaction, id: VcId): Promise<boolean> {
  return (await tx.$count(vcs, and(eq(vcs.id, id), isNotNull(vcs.revokedAt)))) > 0
}

/**
 * A payout since the latest approval of a profile has paid an account that its sales brought money to: `vcs` is its row.
 * What was released then is paid, so that it is withheld no more: a withheld share of a charity would be taken from other donors.
 */
const isPaidSinceApproval = sql`exists (
  select from ledger_entries paid where paid.order_id is null and paid.transaction like 'payout:%' and paid.created_at >= ${vcs.approvedAt}
    and paid.account in (select brought.account from ledger_entries brought join orders o on o.id = brought.order_id
      where o.target_id in (${vcs.id}, ${vcs.replacesId}) and brought.account like '%payable:%'))`

/** What an approval has cleared, where that approval is taken back: as it was, or from now on where a payout came in between. */
const unlessPaid = (before: PgColumn) =>
  sql`case when ${before} is not null and ${isPaidSinceApproval} then now() else ${before} end`

/**
 * A trigger revokes and gives back more: the record, and other claims of the account to it. An approval that is taken back pays
 * nothing that waited before it: what it has cleared is written back.
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
 * Gives an account every claim to a record back, by whichever of its profiles it was made. A profile that was approved without the
 * record stays without it: it would take the record over by this write, and no admin has decided that.
 */
export async function liftClaims(tx: Transaction, userId: UserId, recordId: VcId) {
  await tx
    .update(vcs)
    .set({ claimRevokedAt: null, updatedAt: sql`now()` })
    .where(and(eq(vcs.userId, userId), eq(vcs.replacesId, recordId), or(not(vcs.isVerified), isNotNull(vcs.replacedAt))))
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
