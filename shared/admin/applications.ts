import * as v from 'valibot'
import { UserType } from '#shared/accounts/user-type.ts'
import { ReviewStatus } from '#shared/applications/contract.ts'
import { UserId, VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { ReviewWords, SeenVersion } from './decision-fields.ts'

/** The fields that a decision about an investor changes; the audit log stores them before and after. */
export const VcReview = v.object({
  isVerified: v.boolean(),
  reviewStatus: ReviewStatus,
  reviewReason: v.nullable(v.string()),
  /** The claimed record no longer belongs to it, even after another approval, until an admin lifts the revocation. */
  isClaimRevoked: v.optional(v.boolean(), false),
})
export type VcReview = v.InferOutput<typeof VcReview>

/** A revoked listing of the same owner or of the same record as the listing that it is shown with. */
export const Revocation = v.object({
  /** ISO instants. */
  revokedAt: v.string(),
  /** When an admin lifted it; null while it is in force. */
  liftedAt: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  /** The record that it had claimed, and the record's current name. */
  recordId: v.nullable(VcId),
  recordName: v.nullable(v.string()),
  /** It belonged to the same account, or to one with the same mailbox. */
  isSameOwner: v.boolean(),
})
export type Revocation = v.InferOutput<typeof Revocation>

/** The listed record that a profile replaces once it is approved. */
export const Claim = v.object({
  recordId: VcId,
  /** The record's current name; null when it no longer exists. */
  name: v.nullable(v.string()),
  fund: v.nullable(v.string()),
  /** Another profile has replaced it and is online. */
  isTaken: v.boolean(),
})
export type Claim = v.InferOutput<typeof Claim>

/** An investor profile as admins see it: all fields, and its owner. */
export const AdminApplication = v.object({
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
  /** When it was last approved; null while an application waits for its first decision. */
  approvedAt: v.nullable(v.string()),
  /** Its owner has changed it since it was last online. */
  hasUnreviewedEdits: v.boolean(),
  /** Null when it claims no listed record. */
  claim: v.nullable(Claim),
  /** Earlier revocations that concern it, latest first. */
  revocations: v.array(Revocation),
  /** Null when it has no account. */
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
export type AdminApplication = v.InferOutput<typeof AdminApplication>

/** `GET /api/admin/vcs`: pending ones first, the longest waiting on top, then all others by name. */
export const AdminApplications = v.array(AdminApplication)

/** `PATCH /api/admin/vcs/{id}/verify`. */
export const VerifyVc = v.object({ isVerified: v.boolean(), reason: v.optional(ReviewWords), version: SeenVersion })
export type VerifyVc = v.InferOutput<typeof VerifyVc>

/** `POST /api/admin/vcs/{id}/lift-revocation` */
export const LiftRevocation = v.object({ version: SeenVersion })
export type LiftRevocation = v.InferOutput<typeof LiftRevocation>

type ReviewHistory = {
  /** Also true when an admin has revoked it since, and its owner has applied again. */
  wasApproved: boolean
  hasClaim: boolean
}

/**
 * The effect of an admin's decision on a profile. Rejecting a profile that waits for its first decision rejects it. Rejecting an
 * approved profile revokes it, and with it the claim to a listed record; this also applies while an edit of its owner, or an
 * application since a revocation, waits for review. Rejecting an already rejected or revoked profile changes nothing. An approval
 * does not restore a revoked claim.
 */
export function applyVcReview(
  before: VcReview,
  { isVerified, reason = null }: Pick<VerifyVc, 'isVerified' | 'reason'>,
  { wasApproved, hasClaim }: ReviewHistory,
): VcReview {
  const { isClaimRevoked } = before
  if (isVerified) return { isVerified: true, reviewStatus: 'approved', reviewReason: null, isClaimRevoked }
  const isTurnedDown = !before.isVerified && before.reviewStatus !== 'pending'
  if (isTurnedDown) return before
  if (before.isVerified || wasApproved)
    return { isVerified: false, reviewStatus: 'revoked', reviewReason: reason, isClaimRevoked: isClaimRevoked || hasClaim }
  return { isVerified: false, reviewStatus: 'rejected', reviewReason: reason, isClaimRevoked }
}

type LaterState = {
  hasUnreviewedEdits: boolean
  /** The undone approval was the first one, and replaced the claimed record with the profile. */
  isFirstOfClaim: boolean
}

/**
 * The state after a decision is undone. A profile that its owner has edited while it was offline was never approved in its
 * current state: it waits for review. Undoing the first approval of a claim revokes it: the record, its calls and its money were
 * transferred to the claimant. They would stay with a pending application, which deletes the record when its account is erased.
 */
export function restoreVcReview(before: VcReview, { hasUnreviewedEdits, isFirstOfClaim }: LaterState): VcReview {
  if (before.isVerified && hasUnreviewedEdits)
    return { ...before, isVerified: false, reviewStatus: 'pending', reviewReason: null }
  if (!before.isVerified && isFirstOfClaim)
    return { isVerified: false, reviewStatus: 'revoked', reviewReason: null, isClaimRevoked: true }
  return before
}
