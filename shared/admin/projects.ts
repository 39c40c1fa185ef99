import * as v from 'valibot'
import { UserId } from '#shared/ids.ts'
import { Project } from '#shared/projects/contract.ts'
import { OpenReport } from '#shared/projects/report.ts'
import { ReviewWords, SeenVersion } from './decision-fields.ts'

export const ProjectStatus = v.picklist(['verified', 'rejected', 'under review'])
export type ProjectStatus = v.InferOutput<typeof ProjectStatus>

/** The fields that a decision about a project changes. */
export const ProjectReview = v.object({
  status: ProjectStatus,
  reviewReason: v.nullable(v.string()),
  isPublished: v.boolean(),
  /** An admin took it off the marketplace: a payment does not restore it. */
  isTakenOff: v.optional(v.boolean(), false),
})
export type ProjectReview = v.InferOutput<typeof ProjectReview>

/** A project as admins see it. */
export const AdminProject = v.object({
  ...Project.entries,
  ...ProjectReview.entries,
  version: v.number(),
  /** Whether its publication is currently paid for: false while the payment is in dispute, and after a refund. */
  isPaid: v.optional(v.boolean()),
  /** Its founder took it off the marketplace: only the founder puts it back. */
  isWithdrawn: v.optional(v.boolean()),
  /** Its founder has changed its name or a link since it was last verified. */
  hasUnreviewedEdits: v.boolean(),
  /** Null for a sample project, which has no owner. */
  owner: v.nullable(v.object({ id: UserId, name: v.string(), email: v.string() })),
  /** Reports that no admin has resolved yet. */
  reports: v.array(OpenReport),
})
export type AdminProject = v.InferOutput<typeof AdminProject>

/**
 * `GET /api/admin/projects`: those with reports first, then those under review, the longest published on top, then all others by
 * name. Drafts are not included.
 */
export const AdminProjects = v.array(AdminProject)

/**
 * `PATCH /api/admin/projects/{id}`. `isPublished` takes a project off the marketplace, or puts it back; a rejected one is always
 * taken off.
 */
export const ReviewProject = v.object({
  status: ProjectStatus,
  reason: v.optional(ReviewWords),
  isPublished: v.optional(v.boolean()),
  version: SeenVersion,
})
export type ReviewProject = v.InferOutput<typeof ReviewProject>

/**
 * The effect of a decision on a project. A verified project is public if it may be, a rejected one never, and only a
 * rejection has a reason. A project that an admin takes off stays off after any payment event, until an admin puts it back.
 */
export function applyProjectReview(
  before: ProjectReview,
  { status, reason = null, isPublished: requested }: ReviewProject,
  mayBePublic = true,
): ProjectReview {
  const isRefusal = status === 'rejected'
  const isPublished = !isRefusal && (requested ?? mayBePublic)
  const isKept = isRefusal && requested === undefined
  const isUnpublished = requested === false || (isKept && before.isTakenOff)
  const isSame = isRefusal && before.status === 'rejected' && reason === null
  return {
    status,
    reviewReason: isSame ? before.reviewReason : isRefusal ? reason : null,
    isPublished,
    isTakenOff: isUnpublished,
  }
}

/**
 * The state after a decision is undone. If the founder has changed the project's name or a link while it had no badge, no admin
 * has verified its current state: the project is under review, and public as before.
 */
export const restoreProjectReview = (before: ProjectReview, hasUnreviewedEdits: boolean): ProjectReview =>
  before.status === 'verified' && hasUnreviewedEdits ? { ...before, status: 'under review' } : before
