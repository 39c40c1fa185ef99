import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { projectDrafts, projects, vcRequests, vcSecrets, vcs } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/db.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'

const APPLY_AGAIN = 'The address of this account had not been confirmed when this was written. Please apply again.'
const WRITE_TO_US = 'The address of this account had not been confirmed when this was published. Please write to us.'

/** A project that was never public, and the draft: a payment that still arrives for it goes back by itself. */
export async function deleteUnpublished(tx: Transaction, userId: UserId, principalId: PrincipalId) {
  await tx.delete(projectDrafts).where(eq(projectDrafts.principalId, principalId))
  await tx.delete(projects).where(and(eq(projects.userId, userId), isNull(projects.publishedAt)))
}

/** What stands or stood before others is refused: only the team puts it back, and no later event of money does. */
export async function takeOffMarket(tx: Transaction, userId: UserId) {
  await tx
    .update(projects)
    .set({ isPublished: false, status: 'rejected', reviewReason: WRITE_TO_US, updatedAt: sql`now()` })
    .where(and(eq(projects.userId, userId), isNotNull(projects.publishedAt)))
  const listings = tx.select({ id: vcs.id }).from(vcs).where(eq(vcs.userId, userId))
  await tx.delete(vcSecrets).where(inArray(vcSecrets.vcId, listings))
  await tx
    .update(vcs)
    .set({
      isVerified: false,
      // One that waits again because of an edit was approved before.
      reviewStatus: sql`case when ${vcs.isVerified} or ${vcs.approvedAt} is not null then 'revoked' else 'rejected' end`,
      reviewReason: APPLY_AGAIN,
      updatedAt: sql`now()`,
    })
    .where(eq(vcs.userId, userId))
}

/** Introductions that were asked of the team: those that wait are deleted, the others keep no text. */
export async function takeBackIntros(tx: Transaction, principalId: PrincipalId) {
  const isIntro = and(eq(vcRequests.principalId, principalId), eq(vcRequests.requestType, 'intro'))
  await tx.delete(vcRequests).where(and(isIntro, eq(vcRequests.answer, 'new')))
  await tx.update(vcRequests).set({ message: null }).where(isIntro)
}
