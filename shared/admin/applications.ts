import * as v from 'valibot'
import { UserType } from '#shared/accounts/user-type.ts'
import { ReviewStatus } from '#shared/applications/contract.ts'
import { UserId, VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { ReviewWords, SeenVersion } from './decision-fields.ts'

/** What a decision about an investor changes; what the audit log keeps of before and after. */
export const VcReview = v.object({
  isVerified: v.boolean(),
  reviewStatus: ReviewStatus,
  reviewReason: v.nullable(v.string()),
  /** The record that it has claimed is not its own any more, also when it is approved again, until an admin lifts that. */
  isClaimRevoked: v.optional(v.boolean(), false),
})
export type VcReview = v.InferOutput<typeof VcReview>

/** A listing that was revoked, of the same owner or of the same record as the one it is shown with. */
export const Revocation = v.object({
  /** ISO instants. */
  revokedAt: v.string(),
  /** When an admin took it back; null while it holds. */
  liftedAt: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  /** The record that it had claimed, and what that is called now. */
  recordId: v.nullable(VcId),
  recordName: v.nullable(v.string()),
  /** It was of the same account, or of one with the same mailbox. */
  isSameOwner: v.boolean(),
})
export type Revocation = v.InferOutput<typeof Revocation>

/** The listed record whose place a profile takes when it is approved. */
export const Claim = v.object({
  recordId: VcId,
  /** What the record is called now; null when it is gone. */
  name: v.nullable(v.string()),
  fund: v.nullable(v.string()),
  /** Another profile is online in its place. */
  isTaken: v.boolean(),
})
export type Claim = v.InferOutput<typeof Claim>

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
  /** When it was last approved; null while an application waits for its first answer. */
  approvedAt: v.nullable(v.string()),
  /** Its owner has changed it since it was last online. */
  hasUnreviewedEdits: v.boolean(),
  /** Null where it is nobody's listed record. */
  claim: v.nullable(Claim),
  /** Earlier revocations that concern it, the latest first. */
  revocations: v.array(Revocation),
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

/** `POST /api/admin/vcs/{id}/lift-revocation` */
export const LiftRevocation = v.object({ version: SeenVersion })
export type LiftRevocation = v.InferOutput<typeof LiftRevocation>

type Known = {
  /** Also where the team has revoked it since, and its owner has applied again. */
  wasApproved: boolean
  hasClaim: boolean
}

/**
 * What the yes or no of an admin makes of a profile. A no to one that waits for its first answer rejects it. A no to one that was
 * approved revokes it, also while an edit of its owner waits for the review, or an application since a revocation, and with it the
 * claim to a listed record. A no to one that was turned down already changes nothing. A yes gives no revoked claim back.
 */
export function reviewed(
  before: VcReview,
  { isVerified, reason = null }: Pick<VerifyVc, 'isVerified' | 'reason'>,
  { wasApproved, hasClaim }: Known,
): VcReview {
  const { isClaimRevoked } = before
  if (isVerified) return { isVerified: true, reviewStatus: 'approved', reviewReason: null, isClaimRevoked }
  const isTurnedDown = !before.isVerified && before.reviewStatus !== 'pending'
  if (isTurnedDown) return before
  if (before.isVerified || wasApproved)
    return { isVerified: false, reviewStatus: 'revoked', reviewReason: reason, isClaimRevoked: isClaimRevoked || hasClaim }
  return { isVerified: false, reviewStatus: 'rejected', reviewReason: reason, isClaimRevoked }
}

type Since = {
  hasUnreviewedEdits: boolean
  /** The approval that is taken back was the first one, and put the profile in the place of the record that it has claimed. */
  isFirstOfClaim: boolean
}

/**
 * What taking a decision back restores. A profile that its owner has edited while it was not online was approved by nobody as it
 * is now: it waits for the review. The first approval of a claim is taken back by a revocation: the record, its calls and its money
 * went to the claimant, and would stay with an application that waits, which takes the record along when its account is erased.
 */
export function restored(before: VcReview, { hasUnreviewedEdits, isFirstOfClaim }: Since): VcReview {
  if (before.isVerified && hasUnreviewedEdits)
    return { ...before, isVerified: false, reviewStatus: 'pending', reviewReason: null }
  if (!before.isVerified && isFirstOfClaim)
    return { isVerified: false, reviewStatus: 'revoked', reviewReason: null, isClaimRevoked: true }
  return before
}
