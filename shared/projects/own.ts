import * as v from 'valibot'
import { ProjectId } from '#shared/ids.ts'
import type { MergeState } from '#shared/sync/three-way-merge.ts'
import { Project } from './contract.ts'
import type { ProjectValues } from './fields.ts'

/** Everybody has one project at most, so it needs no name. */
export const OWN = 'own'

/**
 * One's own project as one's own devices hold it: every word as it was typed, also what has not been
 * saved or published, and texts of two devices that still wait for a choice.
 */
export type OwnProject = MergeState<ProjectValues> & {
  id: typeof OWN
  /** `null` until it has been saved for the first time. */
  projectId: ProjectId | null
  isPublished: boolean
  /** ISO instant. */
  publishedAt: string | null
  status: Project['status']
  /** Why the team refused it, or has taken it off to look at it. Absent in copies of an earlier release. */
  reviewReason?: string | null
  voteCount: number
  /** Whether what others see, or will see, is what was written last. */
  isSaved: boolean
}

const { publishedAt: _instant, id: _id, ...shown } = Project.entries

/** `GET /api/profile/founder`, and the reply of `POST /api/founder/project`: the draft, with what the server says of it. */
export const FounderProject = v.object({
  ...shown,
  id: v.nullable(ProjectId),
  isPublished: v.boolean(),
  publishedAt: v.nullable(v.string()),
  /** The same as `voteCount`, under the specification's other name. */
  votes: v.number(),
})
export type FounderProject = v.InferOutput<typeof FounderProject>
