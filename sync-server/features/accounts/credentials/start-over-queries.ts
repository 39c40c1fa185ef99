import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import {
  calendarConsents,
  externalCalendars,
  orders,
  payments,
  projectDrafts,
  projectReports,
  projects,
  refundRequests,
  vcCredentials,
  vcRequests,
  vcs,
} from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { NO_CONTACT, NO_TEXTS } from '#server/features/admin/profiles/empty-profile.ts'
import type { PrincipalId, ProjectId, UserId, VcId } from '#shared/ids.ts'
import { BACK_TO_REVIEW } from '#shared/listings/edit.ts'

/** Deletes a project that was never public, and the draft. A payment that still arrives for it is refunded automatically. */
export async function deleteUnpublished(tx: Transaction, userId: UserId, principalId: PrincipalId) {
  await tx.delete(projectDrafts).where(eq(projectDrafts.principalId, principalId))
  await tx.delete(projects).where(and(eq(projects.userId, userId), isNull(projects.publishedAt)))
}

/** A project that was ever public, locked until the transaction ends. */
export async function lockPublished(tx: Transaction, userId: UserId) {
  const { id, logoUrl, status, isPublished } = projects
  const [row] = await tx
    .select({ id, logoUrl, status, isPublished })
    .from(projects)
    .where(and(eq(projects.userId, userId), isNotNull(projects.publishedAt)))
    .for('update')
  return row
}

/** Takes a project offline. Neither a payment nor its founder can publish it again: only a decision of an admin does. */
export async function takeOffProject(tx: Transaction, id: ProjectId, reviewReason: string) {
  await tx
    .update(projects)
    .set({
      isPublished: false,
      status: 'under review',
      reviewReason,
      takenOffAt: sql`coalesce(${projects.takenOffAt}, now())`,
      hasUnreviewedEdits: true,
      updatedAt: sql`now()`,
    })
    .where(eq(projects.id, id))
}

/**
 * The listings of an account, locked until the transaction ends. `wasApproved` also covers a listing that was approved once and
 * has been submitted again since: a sale, a revocation or the replaced record is evidence of the approval.
 */
export async function lockListings(tx: Transaction, userId: UserId) {
  const { id, logoUrl, reviewStatus, isVerified } = vcs
  const wasApproved = sql<boolean>`(${isVerified} or ${vcs.approvedAt} is not null or ${vcs.replacedAt} is not null
    or exists (select from orders o where o.target_id = vcs.id)
    or exists (select from listing_revocations r where r.listing_id = vcs.id))`
  return tx.select({ id, logoUrl, reviewStatus, isVerified, wasApproved }).from(vcs).where(eq(vcs.userId, userId)).for('update')
}

/** Deletes calendar secrets. */
export async function deleteListingSecrets(tx: Transaction, ids: VcId[]) {
  await tx.delete(vcCredentials).where(inArray(vcCredentials.vcId, ids))
  await tx.delete(externalCalendars).where(inArray(externalCalendars.vcId, ids))
  await tx.delete(calendarConsents).where(inArray(calendarConsents.vcId, ids))
}

/** Holds earnings back until an admin has approved the listing again, in any review state. */
export async function holdEarnings(tx: Transaction, id: VcId, now: Date) {
  await tx
    .update(vcs)
    .set({
      isVerified: false,
      startedOverAt: sql`coalesce(${vcs.startedOverAt}, ${now.toISOString()}::timestamptz)`,
      hasUnreviewedEdits: true,
      updatedAt: sql`now()`,
    })
    .where(eq(vcs.id, id))
}

/** A listing that is already pending keeps its position in the queue. */
export async function sendBack(tx: Transaction, id: VcId, reviewReason: string, now: Date) {
  const submittedAt = sql`case when ${vcs.reviewStatus} = 'pending' then ${vcs.submittedAt} else ${now.toISOString()}::timestamptz end`
  await tx
    .update(vcs)
    .set({ ...BACK_TO_REVIEW, reviewReason, submittedAt })
    .where(eq(vcs.id, id))
}

/** Empties an application that was never approved. It has no sales. */
export async function emptyApplication(tx: Transaction, id: VcId, reviewReason: string) {
  const names = { fundName: 'Former investor', partnerName: 'Former investor' }
  await tx
    .update(vcs)
    .set({ ...NO_TEXTS, ...NO_CONTACT, ...names, reviewStatus: 'rejected', reviewReason, updatedAt: sql`now()` })
    .where(eq(vcs.id, id))
}

/**
 * Empties texts by or about a principal in rows that are kept for others. A refund request that is still undecided keeps its
 * reason.
 */
export async function emptyTraces(tx: Transaction, principalId: PrincipalId) {
  await tx.update(payments).set({ introTemplate: null }).where(eq(payments.principalId, principalId))
  await tx.update(projectReports).set({ text: '' }).where(eq(projectReports.principalId, principalId))
  const bought = tx.select({ id: orders.id }).from(orders).where(eq(orders.principalId, principalId))
  const written = or(inArray(refundRequests.orderId, bought), eq(refundRequests.principalId, principalId))
  const isDecided = and(written, inArray(refundRequests.status, ['refunded', 'rejected']))
  await tx
    .update(refundRequests)
    .set({ reason: '', ruleReason: sql`left(${refundRequests.ruleReason}, 0)` })
    .where(isDecided)
}

/** Introduction requests to the team: open ones are deleted, the others are kept without text. */
export async function takeBackIntros(tx: Transaction, principalId: PrincipalId) {
  const isIntro = and(eq(vcRequests.principalId, principalId), eq(vcRequests.requestType, 'intro'))
  await tx.delete(vcRequests).where(and(isIntro, eq(vcRequests.answer, 'new')))
  await tx.update(vcRequests).set({ message: null }).where(isIntro)
}
