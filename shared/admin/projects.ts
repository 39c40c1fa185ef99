import * as v from 'valibot'
import { UserId } from '#shared/ids.ts'
import { Project } from '#shared/projects/contract.ts'
import { OpenReport } from '#shared/projects/report.ts'
import { ReviewWords, SeenVersion } from './decision-fields.ts'

export const ProjectStatus = v.picklist(['verified', 'rejected', 'under review'])
export type ProjectStatus = v.InferOutput<typeof ProjectStatus>

/** What a decision about a project changes. */
export const ProjectReview = v.object({
  status: ProjectStatus,
  reviewReason: v.nullable(v.string()),
  isPublished: v.boolean(),
  /** The team took it off the marketplace: no money brings it back. */
  isTakenOff: v.optional(v.boolean(), false),
})
export type ProjectReview = v.InferOutput<typeof ProjectReview>

/** A project as admins see it. */
export const AdminProject = v.object({
  ...Project.entries,
  ...ProjectReview.entries,
  version: v.number(),
  /** Its publication is paid for now: not while the payment is in dispute, nor after a refund. */
  isPaid: v.optional(v.boolean()),
  /** Its founder has changed its name or a link since it was last verified. */
  hasUnreviewedEdits: v.boolean(),
  /** Null for a project of the sample, which nobody of ours listed. */
  owner: v.nullable(v.object({ id: UserId, name: v.string(), email: v.string() })),
  /** What people report of it and nobody has judged yet. */
  reports: v.array(OpenReport),
})
export type AdminProject = v.InferOutput<typeof AdminProject>

/** `GET /api/admin/projects`: those with reports first, then those under review, the longest published on top, then all others by name. Drafts are not among them. */
export const AdminProjects = v.array(AdminProject)

/** `PATCH /api/admin/projects/{id}`. `isPublished` may take a project off the marketplace, or put it back there; a rejected one leaves it. */
export const ReviewProject = v.object({
  status: ProjectStatus,
  reason: v.optional(ReviewWords),
  isPublished: v.optional(v.boolean()),
  version: SeenVersion,
})
export type ReviewProject = v.InferOutput<typeof ReviewProject>

/**
 * What a decision makes of a project. A verified one is public where it is paid for, a rejected one never, and a reason belongs
 * to a refusal only.
 * What the team takes off stays off after every event of the money, until the team puts it back.
 */
export function reviewedProject(
  before: ProjectReview,
  { status, reason = null, isPublished: wanted }: ReviewProject,
  isPaid = true,
): ProjectReview {
  const isRefusal = status === 'rejected'
  const isPublished = !isRefusal && (wanted ?? isPaid)
  const isKept = isRefusal && wanted === undefined
  const isUnpublished = wanted === false || (isKept && before.isTakenOff)
  const isSame = isRefusal && before.status === 'rejected' && reason === null
  return {
    status,
    reviewReason: isSame ? before.reviewReason : isRefusal ? reason : null,
    isPublished,
    isTakenOff: isUnpublished,
  }
}

/**
 * What taking a decision back restores. The badge of a project whose founder has changed its name or a link while it had none was
 * given by nobody: the project is under review, and public as before.
 */
export const restoredProject = (before: ProjectReview, hasUnreviewedEdits: boolean): ProjectReview =>
  before.status === 'verified' && hasUnreviewedEdits ? { ...before, status: 'under review' } : before
