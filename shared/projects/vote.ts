import * as v from 'valibot'
import { ProjectId } from '#shared/ids.ts'

/** Casts one's vote for a project, or takes it back. Saying the same again changes nothing. */
export const CastVote = v.object({ projectId: ProjectId, isCast: v.boolean() })
export type CastVote = v.InferOutput<typeof CastVote>

/**
 * A vote of one's own, cast or taken back, with the project's count that knows of it: the public lane,
 * which brings the same count to everybody, may be a little behind. `id` is the project's.
 */
export const ProjectVote = v.object({
  id: ProjectId,
  isCast: v.boolean(),
  votedAt: v.string(),
  voteCount: v.number(),
  voteSeq: v.number(),
})
export type ProjectVote = v.InferOutput<typeof ProjectVote>

/** How a project stands after a vote. The specification calls the count by both names. */
export const VoteState = v.object({
  success: v.literal(true),
  hasVoted: v.boolean(),
  votes: v.number(),
  voteCount: v.number(),
})
export type VoteState = v.InferOutput<typeof VoteState>

export type VoteRefusal = 'projects.vote-signed-out' | 'projects.vote-unverified'

/**
 * Why somebody may not vote, or `undefined` when they may: one vote per verified account.
 *
 * The device asks in order to explain; the server asks again, and only its answer counts.
 */
export function voteRefusal(account: { emailVerified: boolean } | null | undefined): VoteRefusal | undefined {
  if (!account) return 'projects.vote-signed-out'
  return account.emailVerified ? undefined : 'projects.vote-unverified'
}
