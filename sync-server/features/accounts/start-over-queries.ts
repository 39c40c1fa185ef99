import { and, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import {
  orders,
  payments,
  processedMutations,
  projectDrafts,
  projectReports,
  projects,
  refundRequests,
  vcRequests,
  vcSecrets,
  vcs,
} from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/db.ts'
import { NO_CONTACT, NO_WORDS } from '#server/features/review/empty-profile.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'

const APPLY_AGAIN = 'The address of this account had not been confirmed when this was written. Please apply again.'
const WRITE_TO_US = 'The address of this account had not been confirmed when this was published. Please write to us.'

/** A project that was never public, and the draft: a payment that still arrives for it goes back by itself. */
export async function deleteUnpublished(tx: Transaction, userId: UserId, principalId: PrincipalId) {
  await tx.delete(projectDrafts).where(eq(projectDrafts.principalId, principalId))
  await tx.delete(projects).where(and(eq(projects.userId, userId), isNull(projects.publishedAt)))
}

/**
 * What stands or stood before others is refused and empty: only the team puts it back, and no later event of money does. Of a
 * listing that was sold the contact stays, because its buyers hold it.
 */
export async function takeOffMarket(tx: Transaction, userId: UserId) {
  await tx
    .update(projects)
    .set({ ...BLANK_PROJECT, isPublished: false, status: 'rejected', reviewReason: WRITE_TO_US, updatedAt: sql`now()` })
    .where(and(eq(projects.userId, userId), isNotNull(projects.publishedAt)))
  const listings = tx.select({ id: vcs.id }).from(vcs).where(eq(vcs.userId, userId))
  await tx.delete(vcSecrets).where(inArray(vcSecrets.vcId, listings))
  await tx
    .update(vcs)
    .set({
      ...NO_WORDS,
      isVerified: false,
      // One that waits again because of an edit was approved before.
      reviewStatus: sql`case when ${vcs.isVerified} or ${vcs.approvedAt} is not null then 'revoked' else 'rejected' end`,
      reviewReason: APPLY_AGAIN,
      updatedAt: sql`now()`,
    })
    .where(eq(vcs.userId, userId))
  const isSold = sql`exists (select from orders o where o.target_id = ${vcs.id})`
  await tx
    .update(vcs)
    .set({ fundName: 'Former investor', partnerName: 'Former investor', ...NO_CONTACT })
    .where(and(eq(vcs.userId, userId), not(isSold)))
}

const BLANK_PROJECT = {
  companyName: null,
  logoUrl: null,
  oneLineDescription: null,
  description: null,
  projectStage: null,
  tickerLaunched: false,
  dexScreenerUrl: null,
  pitchDeckUrl: null,
  amountRaising: null,
  valuation: null,
  committedAmount: null,
  traction: null,
  ecosystem: null,
  vertical: null,
  dataRoomUrl: null,
  linkedinUrl: null,
  twitterUrl: null,
  founderTwitterUrl: null,
  websiteUrl: null,
  revenueGenerating: false,
  email: null,
  founderName: null,
  teamSize: null,
  teamRoles: null,
  location: null,
  roundType: null,
  idealInvestorType: null,
} as const satisfies Partial<typeof projects.$inferInsert>

/** Texts about somebody that others keep a row for are emptied. What is being decided about money keeps its reason. */
export async function emptyTraces(tx: Transaction, principalId: PrincipalId) {
  await tx.update(payments).set({ introTemplate: null }).where(eq(payments.principalId, principalId))
  await tx.update(projectReports).set({ text: '' }).where(eq(projectReports.principalId, principalId))
  await tx.update(processedMutations).set({ refusal: null }).where(eq(processedMutations.principalId, principalId))
  const bought = tx.select({ id: orders.id }).from(orders).where(eq(orders.principalId, principalId))
  const isDecided = and(inArray(refundRequests.orderId, bought), inArray(refundRequests.status, ['refunded', 'rejected']))
  await tx.update(refundRequests).set({ reason: '' }).where(isDecided)
}

/** Introductions that were asked of the team: those that wait are deleted, the others keep no text. */
export async function takeBackIntros(tx: Transaction, principalId: PrincipalId) {
  const isIntro = and(eq(vcRequests.principalId, principalId), eq(vcRequests.requestType, 'intro'))
  await tx.delete(vcRequests).where(and(isIntro, eq(vcRequests.answer, 'new')))
  await tx.update(vcRequests).set({ message: null }).where(isIntro)
}
