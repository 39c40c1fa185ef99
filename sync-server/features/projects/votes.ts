import type { Queryable } from '#server/database/client.ts'
import type { PrincipalId, ProjectId, UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type CastVote, voteRefusal } from '#shared/projects/vote.ts'
import { findPublished, takeVoteBack, upsertVote } from './vote-queries.ts'

/** The fields of an account that a vote needs. */
export type Voter = { id: UserId; principalId: PrincipalId; emailVerified: boolean }

/**
 * One vote per verified account: the primary key enforces it under concurrency, and a trigger counts rows. A vote can be
 * withdrawn from a project that has left the marketplace, but not cast.
 *
 * @throws Problem `projects.vote-signed-out`, `projects.own-vote`, `projects.vote-unverified`, `not-found`
 */
export async function castVote(db: Queryable, voter: Voter | undefined, { projectId, isCast }: CastVote, now: Date) {
  if (!voter) throw new Problem('projects.vote-signed-out')
  if (!isCast && (await takeVoteBack(db, projectId, voter.id))) return
  const project = await findPublished(db, projectId)
  if (!project) throw new Problem('not-found')
  if (!isCast) return
  const refusal = voteRefusal(voter, project.userId === voter.id)
  if (refusal) throw new Problem(refusal)
  await upsertVote(db, { projectId, userId: voter.id, principalId: voter.principalId, createdAt: now })
}

export const countVotes = async (db: Queryable, projectId: ProjectId) => (await findPublished(db, projectId))?.voteCount ?? 0
