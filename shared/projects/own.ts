import * as v from 'valibot'
import { ProjectId } from '#shared/ids.ts'
import type { MergeState } from '#shared/sync/three-way-merge.ts'
import { Project } from './contract.ts'
import type { ProjectValues } from './fields.ts'

/** An account has at most one project, so it needs no id. */
export const OWN = 'own'

/**
 * A user's own project on the user's devices: every field as typed, including unsaved and unpublished text, and unresolved
 * conflicts between devices.
 */
export type OwnProject = MergeState<ProjectValues> & {
  id: typeof OWN
  /** `null` until it has been saved for the first time. */
  projectId: ProjectId | null
  isPublished: boolean
  /** ISO instant. */
  publishedAt: string | null
  status: Project['status']
  /** Why an admin rejected it, or took it off for review. Absent in copies of an earlier release. */
  reviewReason?: string | null
  /** Its founder took it off the marketplace, and its publication is still paid. Absent in copies of an earlier release. */
  canPutBack?: boolean
  voteCount: number
  /** Whether the public version, or the version that will be public, equals the draft. */
  isSaved: boolean
}

const { publishedAt: _instant, id: _id, ...shown } = Project.entries

/** `GET /api/profile/founder`, and the reply of `POST /api/founder/project`: the draft, with the server's fields. */
export const FounderProject = v.object({
  ...shown,
  id: v.nullable(ProjectId),
  isPublished: v.boolean(),
  publishedAt: v.nullable(v.string()),
  /** The same as `voteCount`, with the specification's other name. */
  votes: v.number(),
})
export type FounderProject = v.InferOutput<typeof FounderProject>
