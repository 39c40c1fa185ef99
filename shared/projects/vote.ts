import * as v from 'valibot'
import { ProjectId } from '#shared/ids.ts'

/** Casts or withdraws a user's vote for a project. Idempotent. */
export const CastVote = v.object({ projectId: ProjectId, isCast: v.boolean() })
export type CastVote = v.InferOutput<typeof CastVote>

/**
 * A user's own vote, cast or withdrawn, with the project's count that includes it: the same count in the public lane may be
 * slightly behind. `id` is the project's.
 */
export const ProjectVote = v.object({
  id: ProjectId,
  isCast: v.boolean(),
  votedAt: v.string(),
  voteCount: v.number(),
  voteSeq: v.number(),
})
export type ProjectVote = v.InferOutput<typeof ProjectVote>

/** The state of a project after a vote. The specification uses both names for the count. */
export const VoteState = v.object({
  success: v.literal(true),
  hasVoted: v.boolean(),
  votes: v.number(),
  voteCount: v.number(),
})
export type VoteState = v.InferOutput<typeof VoteState>

export type VoteRefusal = 'projects.vote-signed-out' | 'projects.vote-unverified' | 'projects.own-vote'

/**
 * Why a user may not vote, or `undefined` when they may: one vote per verified account, and none for the user's own project.
 *
 * The device calls it for the explanation; the server calls it again, and only its result counts.
 */
export function voteRefusal(account: { emailVerified: boolean } | null | undefined, isOwn: boolean): VoteRefusal | undefined {
  if (!account) return 'projects.vote-signed-out'
  if (isOwn) return 'projects.own-vote'
  return account.emailVerified ? undefined : 'projects.vote-unverified'
}
