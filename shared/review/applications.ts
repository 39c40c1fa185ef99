import * as v from 'valibot'
import { UserType } from '#shared/accounts/user-type.ts'
import { ReviewStatus } from '#shared/applications/contract.ts'
import { UserId, VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { ReviewWords, SeenVersion } from './words.ts'

/** What a decision about an investor changes; what the audit log keeps of before and after. */
export const VcReview = v.object({
  isVerified: v.boolean(),
  reviewStatus: ReviewStatus,
  reviewReason: v.nullable(v.string()),
})
export type VcReview = v.InferOutput<typeof VcReview>

/** An investor profile as admins see it: all of it, and whose it is. */
export const AdminVc = v.object({
  ...VcReview.entries,
  id: VcId,
  version: v.number(),
  fundName: v.string(),
  partnerName: v.string(),
  email: v.nullable(v.string()),
  location: v.nullable(v.string()),
  position: v.nullable(v.string()),
  investmentTag: v.nullable(v.string()),
  fundDescription: v.nullable(v.string()),
  bio: v.nullable(v.string()),
  portfolioPerformance: v.nullable(v.string()),
  twitterUrl: v.nullable(v.string()),
  linkedinUrl: v.nullable(v.string()),
  telegramUrl: v.nullable(v.string()),
  websiteUrl: v.nullable(v.string()),
  isWebsitePublic: v.boolean(),
  meetingUrl: v.nullable(v.string()),
  calendlyLink: v.nullable(v.string()),
  meetingLink: v.nullable(v.string()),
  contactType: v.picklist(['telegram', 'meeting']),
  contactHandle: v.nullable(v.string()),
  stage: v.array(v.string()),
  sectors: v.array(v.string()),
  investmentThesis: v.nullable(v.string()),
  price: v.nullable(Cents),
  logoUrl: v.nullable(v.string()),
  weeklyIntroLimit: v.number(),
  isActive: v.boolean(),
  donateToCharity: v.boolean(),
  charityOfChoice: v.nullable(v.string()),
  isVentureCapital: v.boolean(),
  isAngel: v.boolean(),
  /** ISO instants. */
  submittedAt: v.string(),
  createdAt: v.string(),
  /** Null when nobody's account stands behind it. */
  owner: v.nullable(
    v.object({
      id: UserId,
      name: v.string(),
      email: v.string(),
      emailVerified: v.boolean(),
      userType: UserType,
      isApprovedInvestor: v.boolean(),
      createdAt: v.string(),
    }),
  ),
})
export type AdminVc = v.InferOutput<typeof AdminVc>

/** `GET /api/admin/vcs`: those that wait first, the longest waiting on top, then all others by name. */
export const AdminVcs = v.array(AdminVc)

/** `PATCH /api/admin/vcs/{id}/verify`. */
export const VerifyVc = v.object({ isVerified: v.boolean(), reason: v.optional(ReviewWords), version: SeenVersion })
export type VerifyVc = v.InferOutput<typeof VerifyVc>

/**
 * What the yes or no of an admin makes of a profile. A no to one that waits rejects it, a no
 * to a verified one revokes that; a no to one that was turned down already changes nothing.
 */
export function reviewed(before: VcReview, { isVerified, reason = null }: Pick<VerifyVc, 'isVerified' | 'reason'>): VcReview {
  if (isVerified) return { isVerified: true, reviewStatus: 'approved', reviewReason: null }
  if (before.isVerified) return { isVerified: false, reviewStatus: 'revoked', reviewReason: reason }
  if (before.reviewStatus === 'pending') return { isVerified: false, reviewStatus: 'rejected', reviewReason: reason }
  return before
}
